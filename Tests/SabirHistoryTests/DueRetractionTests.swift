import Foundation
import SabirProtocol
import Testing

@testable import SabirHistory

/// Lines that are taken back and wait for that (`DueRetraction`): in their turn, each told once.
@Suite(.timeLimit(.minutes(5))) struct DueRetractionTests {
    private let folder = Folder()
    private let clock = Clock()

    private typealias Told = (number: Int, result: Result<[String], HistoryError>)

    /// Asks for all of them at once; what each is told, in the order in which they are.
    private func retract(_ lines: [HistoryLine], in store: HistoryStore) async -> [Told] {
        let (told, tell) = AsyncStream.makeStream(of: Told.self)
        for (number, line) in lines.enumerated() {
            store.retract(line.message.id, in: line.room, seq: line.message.seq, by: MessageID()) {
                tell.yield((number, $0))
            }
        }
        var all: [Told] = []
        guard !lines.isEmpty else { return [] }
        for await one in told {
            all.append(one)
            if all.count == lines.count { break }
        }
        return all
    }

    @Test func severalAreToldInTheirOrderWhenNoByteIsLeft() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let lines = (1...5).map { talk.line("geheimwort \($0)") }
        await store.append(lines + [talk.line("stays")])
        let told = await retract(lines, in: store)
        #expect(told.map(\.number) == [0, 1, 2, 3, 4])
        #expect(try told.map { try $0.result.get() } == (1...5).map { ["geheimwort \($0)"] })
        #expect(folder.holding("geheimwort").isEmpty && !folder.holding("stays").isEmpty)
        #expect(await talk.texts() == ["", "", "", "", "", "stays"], "Their places stay.")
        await store.close()
    }

    @Test func oneHasItsTurnBehindTheLineThatItMeans() async throws {
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let line = talk.line("geheimwort")
        store.append([line]) { _ in }
        let told = await retract([line], in: store)
        #expect(try told.map { try $0.result.get() } == [["geheimwort"]])
        #expect(await talk.texts() == [""])
        await store.close()
    }

    /// Told, and tried again with the others' by the clock: for every reader it is empty from now on.
    @Test func onADiskThatIsTooFullForANewFileTheLineIsEmptyAllTheSame() async throws {
        var settings = HistoryStore.Settings(path: folder.history, now: { [clock] in clock.now })
        settings.free = { _ in 0 }
        settings.forStaff = { _ in 0 }
        let store = HistoryStore(settings, logger: silent)
        let talk = await Talk(store, "one", clock)
        let line = talk.line("geheimwort")
        await store.append(line)
        let told = await retract([line], in: store)
        #expect(try told.map { try $0.result.get() } == [["geheimwort"]])
        #expect(await talk.texts() == [""])
        #expect(await store.purgeIsDue)
        guard case .purgeFailed(let error)? = await events(store, 1).first else {
            Issue.record("It is told.")
            return
        }
        #expect(error.code == .diskFull)
        await store.close()
    }

    @Test func whereTheFileCannotBeWrittenNothingIsTakenBack() async throws {
        try FileManager.default.createDirectory(atPath: folder.history, withIntermediateDirectories: true)
        let store = openStore(folder, clock)
        let talk = await Talk(store, "one", clock)
        let line = talk.line("geheimwort")
        await store.append(line)
        let told = await retract([line], in: store)
        guard case .failure(let error)? = told.first?.result else {
            Issue.record("It is refused.")
            return
        }
        #expect(error.description.contains("cannot be erased now"))
        #expect(await talk.texts() == ["geheimwort"])
        await store.close()
    }
}
