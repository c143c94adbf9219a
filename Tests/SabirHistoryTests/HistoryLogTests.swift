import SabirProtocol
import Synchronization
import Testing

@testable import SabirHistory
@testable import SabirRoom

/// A room's log in the node's history, as the room uses it.
@Suite(.timeLimit(.minutes(5))) struct HistoryLogTests {
    private let folder = Folder()
    private let forgotten = Texts()

    /// Texts of which translations were let go.
    private final class Texts: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func add(_ more: [String]) { texts.withLock { $0 += more } }
    }

    /// One run of the room.
    private struct Run {
        let keeper: HistoryKeeper
        let log: any RoomLog
        let past: RoomPast
    }

    private func run() async -> Run {
        let keeper = await HistoryKeeper(
            folder.history, fsync: .normal, logger: silent, forgetTexts: { [forgotten] in forgotten.add($0) })
        let kept = await keeper.open(RoomSettings(info: RoomInfo(id: "r1", name: "Reception")), rule: .everything)
        return Run(keeper: keeper, log: kept.log, past: kept.past)
    }

    private func line(_ seq: Int, _ text: String, id: MessageID = MessageID(), author: AuthorID? = nil) -> LogLine {
        LogLine(
            message: Message(
                seq: seq, id: id, ts: Clock.start + seq, member: MemberID(rawValue: "m1"), from: "Anna",
                lang: LanguageTag("en")!, text: text), author: author)
    }

    @discardableResult
    private func append(_ lines: [LogLine], to log: any RoomLog) async -> [Message] {
        await withCheckedContinuation { done in log.append(lines) { done.resume(returning: $0) } }
    }

    private func clear(_ log: any RoomLog, upTo seq: Int) async -> String? {
        await withCheckedContinuation { done in log.clear(upTo: seq) { done.resume(returning: $0) } }
    }

    private func retract(
        _ id: MessageID, seq: Int, by teller: MessageID, in log: any RoomLog
    ) async -> (texts: [String], failure: String?) {
        await withCheckedContinuation { done in
            log.retract(id, seq: seq, by: teller) { done.resume(returning: ($0, $1)) }
        }
    }

    @Test func linesAreToldAsTheyWereTakenAndReadBackwards() async {
        let run = await run()
        #expect(run.log is HistoryLog)
        let lines = (1...4).map { line($0, "line \($0)") }
        #expect(await append(lines, to: run.log) == lines.map(\.message))
        #expect(await run.log.lines(before: 4, limit: 2) == lines[1...2].map(\.message))
        #expect(await run.log.page(before: .max, limit: 1) == [lines[3].message])
        await run.keeper.close()
    }

    @Test func anIDIsKnownWithItsAuthorInTheNextRunToo() async {
        let first = await run()
        let (id, author) = (MessageID(), first.log.author(ofDevice: "secret of Anna's telephone"))
        #expect(first.log.author(ofDevice: "another's") != author)
        await append([line(1, "hello", id: id, author: author)], to: first.log)
        // Until the older ids are read any might be one of them.
        #expect(await first.log.known(id)?.seq == 1)
        #expect(first.log.mayKnow(id) && !first.log.mayKnow(MessageID()))
        await first.keeper.close()

        let second = await run()
        #expect(second.log.author(ofDevice: "secret of Anna's telephone") == author)
        let known = await second.log.known(id)
        #expect(known?.seq == 1 && known?.author == author && known?.message?.text == "hello")
        #expect(await second.log.known(MessageID()) == nil)
        #expect(second.past.known == [known].compactMap(\.self))
        #expect(second.past.authors.map(\.author) == [author])
        await second.keeper.close()
    }

    @Test func whatADeviceMaySeeIsThereInTheNextRun() async {
        let first = await run()
        let device = DeviceRecord(
            author: first.log.author(ofDevice: "d"), member: MemberID(rawValue: "m1"), first: 7)
        first.log.keep(device)
        await first.keeper.close()
        let second = await run()
        #expect(second.past.devices == [device])
        await second.keeper.close()
    }

    @Test func whatIsClearedNobodyReadsWhetherItIsEmptiedYetOrNot() async {
        let first = await run()
        await append((1...3).map { line($0, "line \($0)") }, to: first.log)
        #expect(await clear(first.log, upTo: 2) == nil)
        #expect(await first.log.lines(before: .max, limit: 9).map(\.seq) == [3])
        await first.keeper.close()
        let second = await run()
        #expect(second.past.cleared == 2 && second.past.newest == 3 && second.past.lines.map(\.seq) == [3])
        await second.keeper.close()
    }

    @Test func aLineThatIsTakenBackLeavesNoByteAndIsToldInTheNextRun() async {
        let first = await run()
        let (id, teller) = (MessageID(), MessageID())
        await append([line(1, "geheimwort", id: id), line(2, "stays")], to: first.log)
        let erased = await retract(id, seq: 1, by: teller, in: first.log)
        #expect(erased.texts == ["geheimwort"] && erased.failure == nil)
        #expect(forgotten.all == ["geheimwort"])
        #expect(folder.holding("geheimwort").isEmpty && !folder.holding("stays").isEmpty)
        await first.keeper.close()
        let second = await run()
        #expect(second.past.retractions.map(\.id) == [teller])
        #expect(second.past.retractions.map(\.line.id) == [id])
        await second.keeper.close()
    }

    @Test func whereNothingCanBeWrittenLinesAreTakenAndNothingIsErased() async throws {
        try execute("CREATE TABLE bookmark (url TEXT)", in: folder.history)
        let run = await run()
        let id = MessageID()
        let lines = [line(1, "uno", id: id)]
        #expect(await append(lines, to: run.log) == lines.map(\.message))
        #expect(await clear(run.log, upTo: 1)?.contains("cannot be cleared now") == true)
        let kept = await retract(id, seq: 1, by: MessageID(), in: run.log)
        #expect(kept.texts.isEmpty && kept.failure?.contains("cannot be erased now") == true)
        #expect(await run.log.lines(before: .max, limit: 9) == lines.map(\.message))
        await run.keeper.close()
    }
}
