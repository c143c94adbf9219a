import SabirProtocol
import Synchronization
import Testing

@testable import SabirRoom

/// A node without staff.
@Suite struct NoStaffTests {
    @Test func nobodyIsStaffAndNothingIsWaitedFor() {
        let told = Mutex<[StaffRank]>([])
        let recorded = Mutex(0)
        NoStaff().lookUp("a device") { rank in told.withLock { $0.append(rank) } }
        NoStaff().record(AuditEntry("mute", by: "anna", in: nil)) { recorded.withLock { $0 += 1 } }
        #expect(told.withLock { $0 } == [.nobody] && recorded.withLock { $0 } == 1)
    }
}
