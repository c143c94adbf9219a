import Foundation
import Glibc
import SabirProtocol
import Testing

@testable import SabirClient

/// Guests' places on a real disk.
@Suite struct OutboxDirectoryTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "sabir-guests-\(UUID().uuidString)"
        var directory: OutboxDirectory { OutboxDirectory(stateDirectory: path) }
        var files: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: path + "/guests")) ?? []).sorted()
        }

        func mode(_ file: String) throws -> Int {
            try #require(FileManager.default.attributesOfItem(atPath: path + file)[.posixPermissions] as? Int)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static let room = "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01"
    private static let other = "0b57a2d8-2a53-4a4e-8c54-9e7f2b1f7c11"
    private let folder = Folder()
    private let anna = OutboxDirectory.Request(name: "anna", way: "Reception")

    private func draft(_ text: String) -> KeptDraft { OutboxJournalTests.draft(text, said: 1) }

    @Test func theSameGuestComesBackWithWhatItHadToSay() async throws {
        let drafts = ["one", "two", "three"].map { draft($0) }
        var device: String?
        do {
            let outbox = await folder.directory.outbox(for: anna)
            device = outbox.device.secret
            #expect(outbox.setRoom(Self.room, as: outbox.device.secret).isEmpty)
            for draft in drafts { #expect(outbox.keep(draft)) }
            outbox.settle(drafts[0].id)
        }
        let outbox = await folder.directory.outbox(for: anna)
        #expect(outbox.journal.waiting == Array(drafts.dropFirst()))
        #expect(outbox.device.secret == device && outbox.device.room == Self.room)
        #expect(outbox.setRoom(Self.room, as: outbox.device.secret).isEmpty, "It is the room they are for.")
    }

    @Test func whoAcceptsAnotherHostIsKnownByAnotherSecretInThatRoomAlone() async throws {
        let kept = draft("to be said")
        var before: [String] = []
        do {
            let outboxes = await [folder.directory.outbox(for: anna), folder.directory.outbox(for: anna)]
            _ = outboxes[0].setRoom(Self.room, as: outboxes[0].device.secret)
            _ = outboxes[1].setRoom(Self.other, as: outboxes[1].device.secret)
            #expect(outboxes[0].keep(kept))
            before = outboxes.map(\.device.secret)
            #expect(await folder.directory.renewSecrets(in: Self.room) == 1, "A chat that is open keeps its own.")
        }
        #expect(await folder.directory.renewSecrets(in: Self.room.uppercased()) == 0)
        let here = await folder.directory.outbox(for: .init(name: "anna", way: "Reception", room: Self.room))
        #expect(here.device.secret != before[0] && here.journal.waiting == [kept])
        let elsewhere = await folder.directory.outbox(for: .init(name: "anna", way: "Reception", room: Self.other))
        #expect(elsewhere.device.secret == before[1])
    }

    @Test func aKeyOfStaffIsNotWrittenDownAndItsPlacesAreApart() async throws {
        let directory = OutboxDirectory(stateDirectory: folder.path, isStaff: true)
        do {
            let outbox = await directory.outbox(for: anna)
            #expect(outbox.keep(draft("one")))
            #expect(outbox.setRoom(Self.room, as: "the key").isEmpty)
            #expect(outbox.head.device != "the key" && outbox.head.room == Self.room)
        }
        #expect(await folder.directory.outbox(for: anna).journal.waiting.isEmpty)
        #expect(await directory.outbox(for: anna).journal.waiting.count == 1)
    }

    @Test func nobodyElseMayLookIn() async throws {
        let outbox = await folder.directory.outbox(for: anna)
        _ = outbox.keep(draft("private"))
        #expect(try folder.mode("/guests") == 0o700)
        for file in folder.files { #expect(try folder.mode("/guests/" + file) == 0o600, "\(file)") }
    }

    @Test func twoAtATimeAreTwoMembersAndAnothersPlaceIsNeverGiven() async {
        let first = await folder.directory.outbox(for: anna)
        let second = await folder.directory.outbox(for: anna)
        #expect(first.device.secret != second.device.secret)
        let boris = await folder.directory.outbox(for: .init(name: "boris", way: "Reception"))
        let elsewhere = await folder.directory.outbox(for: .init(name: "anna", way: "Pharmacy"))
        let secrets = [first, second, boris, elsewhere].map(\.device.secret)
        #expect(Set(secrets).count == 4)
        withExtendedLifetime((first, second, boris, elsewhere)) {}
    }

    @Test func ofTwoFreePlacesTheOneWithSomethingToSayIsTaken() async {
        var waiting: String?
        do {
            let first = await folder.directory.outbox(for: anna)
            let second = await folder.directory.outbox(for: anna)
            _ = first.keep(draft("left behind"))
            waiting = first.device.secret
            withExtendedLifetime(second) {}
        }
        #expect(await folder.directory.outbox(for: anna).device.secret == waiting)
    }

    @Test func aRoomThatWasEnteredByAnotherWayIsTheSameRoom() async {
        do {
            let byName = await folder.directory.outbox(for: anna)
            _ = byName.setRoom(Self.room, as: byName.device.secret)
            _ = byName.keep(draft("said by name"))
            let byAddress = await folder.directory.outbox(for: .init(name: "anna", way: "10.0.0.5:47275"))
            _ = byAddress.setRoom(Self.room, as: byAddress.device.secret)
        }
        let outbox = await folder.directory.outbox(for: .init(name: "anna", way: "10.0.0.5:47275"))
        #expect(outbox.journal.waiting.map(\.text) == ["said by name"])
    }

    @Test func anIdIsNotMistakenForTheOtherRoomOfThatName() async {
        do {
            let outbox = await folder.directory.outbox(for: anna)
            _ = outbox.setRoom(Self.room, as: outbox.device.secret)
            _ = outbox.keep(draft("x"))
        }
        let outbox = await folder.directory.outbox(for: .init(name: "anna", way: Self.other, room: Self.other))
        #expect(outbox.journal.waiting.isEmpty && outbox.device.room == Self.other)
        let known = await folder.directory.outbox(for: .init(name: "anna", way: Self.room, room: Self.room))
        #expect(known.journal.waiting.count == 1)
    }

    @Test func whatWasWrittenForAnotherRoomIsHandedBack() async {
        do {
            let outbox = await folder.directory.outbox(for: anna)
            _ = outbox.setRoom(Self.room, as: outbox.device.secret)
            _ = outbox.keep(draft("for the old room"))
        }
        let outbox = await folder.directory.outbox(for: anna)
        _ = outbox.keep(draft("typed just now"))
        #expect(outbox.device.secret(for: Self.other) == outbox.device.stranger)
        let handedBack = outbox.setRoom(Self.other, as: outbox.device.stranger)
        #expect(handedBack.map(\.text) == ["for the old room"])
        #expect(outbox.head.room == Self.other && outbox.head.device == outbox.device.stranger)
    }

    @Test(arguments: ["", "nonsense\n", "{\"version\":1}\n"])
    func aDamagedFileIsMovedAsideAndSaid(text: String) async throws {
        do { _ = await folder.directory.outbox(for: anna).keep(draft("x")) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/guests/1.outbox"))
        let outbox = await folder.directory.outbox(for: anna)
        let aside = try #require(outbox.setAside)
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == Data(text.utf8))
        #expect(outbox.keep(draft("goes on")) && outbox.journal.waiting.count == 1)
    }

    @Test func whatNobodyCameBackForGoesAfterAWeek() async {
        do { _ = await folder.directory.outbox(for: anna).keep(draft("x")) }
        let soon = Date(timeIntervalSinceNow: 6 * 86_400)
        do { #expect(await folder.directory.outbox(for: anna, now: soon).journal.waiting.count == 1) }
        let later = Date(timeIntervalSinceNow: 8 * 86_400)
        let outbox = await folder.directory.outbox(for: .init(name: "boris", way: "Reception"), now: later)
        #expect(folder.files == ["1.outbox", "1.outbox.lock", "lock"])
        #expect(outbox.journal.waiting.isEmpty)
    }

    @Test func whatWasSentIsNotKept() async throws {
        let outbox = await folder.directory.outbox(for: anna)
        let drafts = ["a dose", "a name"].map { draft($0) }
        for draft in drafts { _ = outbox.keep(draft) }
        for draft in drafts { outbox.settle(draft.id) }
        let file = try String(contentsOfFile: folder.path + "/guests/1.outbox", encoding: .utf8)
        #expect(!file.contains("dose") && !file.contains("a name") && file.split(separator: "\n").count == 1)
        #expect(outbox.keep(draft("next")))
        let next = try OutboxFile(Data(contentsOf: URL(fileURLWithPath: folder.path + "/guests/1.outbox")))
        #expect(next.journal.waiting.map(\.text) == ["next"])
    }

    @Test func aFileOfManySettledLinesIsWrittenAnew() async throws {
        let outbox = await folder.directory.outbox(for: anna)
        _ = outbox.keep(draft("waits all the time"))
        for number in 0..<2_000 {
            let draft = draft("line \(number)")
            #expect(outbox.keep(draft))
            outbox.settle(draft.id)
        }
        let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/guests/1.outbox")[.size] as? Int
        #expect(try #require(size) < 64_000)
    }

    @Test func whereNothingCanBeWrittenItGoesOnAndSaysWhy() async {
        let directory = OutboxDirectory(stateDirectory: "/proc/nothing")
        let outbox = await directory.outbox(for: anna)
        #expect(outbox.fault?.english.contains("/proc/nothing/guests") == true)
        #expect(!outbox.keep(draft("in memory")))
        #expect(outbox.journal.waiting.count == 1 && directory.recordFirstUse() && directory.recordFirstUse())
    }

    /// A full disk, as a limit on the size of this process's files; run where it can bound nobody else.
    @Test func aFullDiskIsSaidAndNothingIsTorn() async throws {
        await #expect(processExitsWith: .success) {
            let folder = Folder()
            let outbox = await folder.directory.outbox(for: .init(name: "anna", way: "Reception"))
            let kept = OutboxJournalTests.draft("safe")
            precondition(outbox.keep(kept))
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 600, rlim_max: 1 << 20)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            precondition(!outbox.keep(OutboxJournalTests.draft(String(repeating: "x", count: 900))))
            precondition(outbox.fault != nil && outbox.journal.waiting.count == 2)
            let path = URL(fileURLWithPath: folder.path + "/guests/1.outbox")
            let torn = try OutboxFile(Data(contentsOf: path)).journal.waiting
            precondition(torn == [kept])
            limit.rlim_cur = 1 << 20
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            precondition(outbox.keep(OutboxJournalTests.draft("room again")), "All three are on disk now.")
            let whole = try OutboxFile(Data(contentsOf: path)).journal.waiting
            precondition(whole.count == 3)
        }
    }

    @Test func theFirstUseIsFirstOnce() {
        #expect(folder.directory.recordFirstUse())
        #expect(!folder.directory.recordFirstUse())
    }
}
