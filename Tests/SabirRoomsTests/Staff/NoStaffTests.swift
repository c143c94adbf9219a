import SabirProtocol
import Synchronization
import Testing

@testable import SabirRoom

/// A node without staff, and one without a key for tokens.
@Suite struct NoStaffTests {
    @Test func nobodyIsStaffAndNothingIsWaitedFor() {
        let told = Mutex<[StaffRank]>([])
        let recorded = Mutex(0)
        NoStaff().look(for: "a device") { rank in told.withLock { $0.append(rank) } }
        NoStaff().record(AuditEntry("mute", by: "anna", in: nil)) { recorded.withLock { $0 += 1 } }
        #expect(told.withLock { $0 } == [.nobody] && recorded.withLock { $0 } == 1)
    }

    @Test func withoutAKeyNoTokenIsMadeOrBelieved() {
        let room = "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01"
        #expect(NoResumeTokens().token(room: room, epoch: "one", first: 1) == nil)
        let forged = PlainTokens(start: "a").token(room: room, epoch: "one", first: 1)
        #expect(NoResumeTokens().read(forged ?? "", room: room, epoch: "one") == nil)
    }
}
