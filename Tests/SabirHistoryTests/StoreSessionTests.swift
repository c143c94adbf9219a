import SabirProtocol
import Testing

@testable import SabirHistory

/// Whether what one run of a node left is whole: by how it ended, and by the run of the machine.
struct StoreSessionTests {
    private let folder = Folder()
    private var file: HistoryFile { HistoryFile(path: folder.history) }

    private func open() throws -> HistoryDatabase { try HistoryDatabase.open(file, isSynchronous: false) }

    private func begin(
        _ database: HistoryDatabase, isSynchronous: Bool = false, boot: String = "one"
    ) throws -> StoreSession.Inheritance {
        try StoreSession.begin(database, isSynchronous: isSynchronous, boot: boot)
    }

    @Test func aNewFileHasNothingAndOneThatWasClosedHasAll() async throws {
        let database = try open()
        let key = SipKey(first: 1, second: 2)
        let first = try StoreSession.begin(database, isSynchronous: false, boot: "one", key: key)
        #expect(first == StoreSession.Inheritance(purgeIsDue: false, deviceKey: key))
        #expect(file.isWhole, "From now on.")
        _ = try await database.open(room: "r1", name: "Reception", epoch: "e")
        try StoreSession.end(database, clock: Clock.start)
        // Another key is for a file that has none.
        let second = try StoreSession.begin(
            database, isSynchronous: false, boot: "two", key: SipKey(first: 3, second: 4))
        #expect(second == StoreSession.Inheritance(purgeIsDue: false, deviceKey: key, clock: Clock.start))
        #expect(try await database.find(room: "r1")?.epoch == "e")
        #expect(try StoreSession.deviceKey(database) == key)
        try database.close()
    }

    /// A process that dies loses nothing; a machine that does may lose what was not written through.
    @Test(arguments: [("one", "one", false, true), ("one", "two", false, false), ("one", "two", true, true)])
    func ofOneThatNobodyClosedItDependsOnTheMachine(
        _ before: String, _ after: String, _ isSynchronous: Bool, _ isWhole: Bool
    ) async throws {
        let database = try open()
        _ = try begin(database, isSynchronous: isSynchronous, boot: before)
        _ = try await database.open(room: "r1", name: "Reception", epoch: "e")
        _ = try begin(database, boot: after)
        #expect(try await database.find(room: "r1")?.epoch == (isWhole ? "e" : ""))
        try database.close()
    }

    @Test func aMachineThatNamesNoRunIsNeverTheSame() async throws {
        let database = try open()
        _ = try begin(database, boot: "")
        _ = try await database.open(room: "r1", name: "Reception", epoch: "e")
        _ = try begin(database, boot: "")
        #expect(try await database.find(room: "r1")?.epoch == "")
        try database.close()
    }

    @Test func withoutItsMarkerNoFileIsWholeHoweverItWasClosed() async throws {
        let database = try open()
        _ = try begin(database)
        _ = try await database.open(room: "r1", name: "Reception", epoch: "e")
        try StoreSession.end(database, clock: Clock.start)
        file.markIncomplete()
        _ = try begin(database)
        #expect(try await database.find(room: "r1")?.epoch == "" && file.isWhole)
        try database.close()
    }

    @Test func thatBytesAreToBePurgedIsInherited() throws {
        let database = try open()
        _ = try begin(database)
        try database.close()
        try execute("UPDATE life SET purgeIsDue = 1", in: folder.history)
        let again = try open()
        #expect(try begin(again).purgeIsDue)
        #expect(try begin(again).purgeIsDue, "Until it is done, and not until it was told.")
        try again.close()
    }
}
