import SabirProtocol
import Testing

@testable import SabirTranslation

@Suite struct RequestCapacityTests {
    @Test func textsShareRequestsAsFarAsPiecesCharactersAndBytesAllow() {
        let capacity = RequestCapacity(pieces: 3, characters: 6, bytes: 8)
        #expect(capacity.batches(of: ["a", "b", "c", "d"]) == [["a", "b", "c"], ["d"]])
        #expect(capacity.batches(of: ["aaaa", "bbb", "c"]) == [["aaaa"], ["bbb", "c"]])
        #expect(capacity.batches(of: ["ééé", "éé", "é"]) == [["ééé"], ["éé", "é"]])
        #expect(capacity.batches(of: ["aaaaaaaaa", "b"]) == [["aaaaaaaaa"], ["b"]])
        #expect(capacity.batches(of: []) == [])
    }

    @Test(arguments: ["word ", "слово ", "词语，", "👍🏽👍🏽 ", "aé词👍 "]) func aTextIsCutByBytesWhereTheEngineCountsThem(
        unit: String
    ) throws {
        let text = String(repeating: unit, count: 300)
        let layout = try #require(RequestCapacity(bytes: 500).layout(of: text))
        #expect(layout.pieces.allSatisfy { $0.utf8.count <= 500 } && layout.filled(with: layout.pieces) == text)
        #expect(layout.pieces.count <= text.utf8.count / 125 + 1)
    }

    @Test func aCharacterThatNoRequestHoldsIsTooLong() {
        #expect(RequestCapacity(bytes: 500).layout(of: "a" + String(repeating: "\u{301}", count: 300)) == nil)
    }
}

@Suite struct BatchQueueTests {
    private let capacity = RequestCapacity(pieces: 3)

    private func queue(_ counts: [Int]) -> BatchQueue {
        counts.enumerated().reduce(into: BatchQueue()) { queue, item in
            queue.append(BatchQueue.Parcel(id: UInt64(item.offset), texts: Array(repeating: "t", count: item.element)))
        }
    }

    @Test func anIdleLaneSendsWhatIsThere() {
        var queue = queue([1, 1])
        #expect(queue.next(within: capacity, isIdle: true).map(\.id) == [0, 1])
        #expect(queue.isEmpty && queue.next(within: capacity, isIdle: true).isEmpty)
    }

    @Test func aBusyLaneSendsFullRequestsOnly() {
        var queue = queue([1, 1, 2, 2])
        #expect(queue.next(within: capacity, isIdle: false).map(\.id) == [0, 1])
        #expect(queue.next(within: capacity, isIdle: false).map(\.id) == [2])
        #expect(queue.next(within: capacity, isIdle: false).isEmpty && !queue.isEmpty)
        queue.remove(3)
        #expect(queue.isEmpty)
    }

    @Test func aParcelThatIsTooHeavyGoesAlone() {
        var queue = queue([5, 1])
        #expect(queue.next(within: capacity, isIdle: true).map(\.id) == [0])
    }
}

/// Requests that wait until the test answers them.
private actor HeldEngine {
    private(set) var asked: [[String]] = []
    private var held: [CheckedContinuation<SegmentBatcher.Answer, Never>] = []
    private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []

    func send(_ texts: [String]) async -> SegmentBatcher.Answer {
        asked.append(texts)
        watchers.removeAll { watcher in
            guard asked.count >= watcher.count else { return false }
            watcher.1.resume()
            return true
        }
        return await withCheckedContinuation { held.append($0) }
    }

    func wait(for count: Int) async {
        guard asked.count < count else { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    func answer(_ answer: SegmentBatcher.Answer) { held.removeFirst().resume(returning: answer) }

    func shout(_ index: Int) { answer(.success(asked[index].map { TranslatedPiece(text: $0.uppercased()) })) }
}

@Suite(.timeLimit(.minutes(5))) struct SegmentBatcherTests {
    private let engine = HeldEngine()
    private let route = Route(["es", "en"])

    private func batcher(_ pieces: Int = 50, callers: Int = 100) -> SegmentBatcher {
        SegmentBatcher(capacity: RequestCapacity(pieces: pieces), maximumCallers: callers) { [engine] texts, _ in
            await engine.send(texts)
        }
    }

    private func ask(_ batcher: SegmentBatcher, _ texts: [String]) -> Task<[String]?, Never> {
        Task { [route] in try? await batcher.translate(texts, by: route).map(\.text) }
    }

    private func values(_ tasks: [Task<[String]?, Never>]) async -> [[String]?] {
        var values: [[String]?] = []
        for task in tasks { values.append(await task.value) }
        return values
    }

    @Test func whatArrivesWhileARequestIsUnderWayIsTheNextBatch() async {
        let batcher = batcher()
        let first = ask(batcher, ["uno"])
        await engine.wait(for: 1)
        let others = [["dos", "tres"], ["cuatro"]].map { ask(batcher, $0) }
        while await batcher.waiting < 3 { await Task.yield() }
        await engine.shout(0)
        await engine.wait(for: 2)
        #expect(await Set(engine.asked[1]) == ["dos", "tres", "cuatro"])
        await engine.shout(1)
        #expect(await values([first] + others) == [["UNO"], ["DOS", "TRES"], ["CUATRO"]])
        #expect(await engine.asked.count == 2)
    }

    @Test func aTextThatTheEngineDoesNotLikeSpoilsNoOther() async {
        let batcher = batcher()
        let first = ask(batcher, ["uno"])
        await engine.wait(for: 1)
        let good = ask(batcher, ["good"])
        let bad = ask(batcher, ["bad"])
        while await batcher.waiting < 3 { await Task.yield() }
        await engine.shout(0)
        await engine.wait(for: 2)
        await engine.answer(.failure(.refused(400, "bad")))
        await engine.wait(for: 4)
        for index in 2...3 {
            if await engine.asked[index] == ["good"] {
                await engine.shout(index)
            } else {
                await engine.answer(.failure(.refused(400, "bad")))
            }
        }
        #expect(await values([first, good, bad]) == [["UNO"], ["GOOD"], nil])
        #expect(await engine.asked.count == 4)
    }

    @Test func anEngineThatIsNotThereIsNotAskedAgainForEachCaller() async {
        let batcher = batcher()
        let first = ask(batcher, ["uno"])
        await engine.wait(for: 1)
        let others = ["dos", "tres"].map { ask(batcher, [$0]) }
        while await batcher.waiting < 3 { await Task.yield() }
        await engine.answer(.failure(.timedOut))
        await engine.wait(for: 2)
        await engine.answer(.failure(.timedOut))
        #expect(await values([first] + others) == [nil, nil, nil])
        #expect(await engine.asked.count == 2)
    }

    @Test func whoGivesUpIsReleasedAndTakesNobodyAlong() async {
        let batcher = batcher()
        let first = ask(batcher, ["uno"])
        await engine.wait(for: 1)
        let second = ask(batcher, ["dos"])
        while await batcher.waiting < 2 { await Task.yield() }
        second.cancel()
        #expect(await second.value == nil)
        await engine.shout(0)
        #expect(await first.value == ["UNO"])
        #expect(await engine.asked == [["uno"]])
    }

    @Test func moreThanMayWaitAreRefused() async {
        let batcher = batcher(callers: 1)
        let first = ask(batcher, ["uno"])
        await engine.wait(for: 1)
        await #expect(throws: EngineFailure.busy) { _ = try await batcher.translate(["dos"], by: route) }
        await engine.shout(0)
        #expect(await first.value == ["UNO"])
    }
}
