import NIOCore
import SabirProtocol

/// What was said before, out of memory and the log.
extension HostedRoom {
    /// Older lines, for members in this process, who are not slowed: whoever asks for them has limits of its own.
    package func lines(_ request: HistoryRequest, for seat: Seat) async throws(WireFault) -> HistoryPage {
        guard holds(seat) else { throw WireFault.noLongerIn }
        return try await lines(request, from: reading { $0.firstVisibleSeq(on: seat) })
    }

    /// The same for somebody without a seat, who may see the lines from this number on.
    package func lines(_ request: HistoryRequest, from firstVisibleSeq: Int) async throws(WireFault) -> HistoryPage {
        if let page = state.page(request, for: firstVisibleSeq) { return page }
        guard let page = await read(request, from: firstVisibleSeq) else { throw Room.outOfReach }
        return page
    }

    /// Nil where the log cannot say, and memory has none of them.
    func read(_ request: HistoryRequest, from firstVisibleSeq: Int) async -> HistoryPage? {
        // What nobody was told yet is not for this one either.
        let newest = state.timeline.newest
        let before = request.before ?? newest + 1
        let answer = await log?.page(before: min(before, newest + 1), limit: request.limit + 1)
        guard let found = answer else {
            return state.pageInMemory(before: before, request.limit, from: firstVisibleSeq)
        }
        let first = max(firstVisibleSeq, state.timeline.cleared + 1)
        return state.page(
            of: found.filter { $0.seq >= first }.map(state.timeline.shown), before: before, limit: request.limit)
    }

    /// What people confirmed of these lines, wherever it is kept, in the order of its numbers.
    package func confirmations(of lines: [Message]) async -> [Message] {
        let meant = lines.filter(\.isTalk).map { $0.revision?.line ?? $0.id }
        guard !meant.isEmpty else { return [] }
        let values = Set(meant.map(\.value))
        let inMemory = state.timeline.messages.filter { message in
            message.revision.map { $0.isConfirmation && values.contains($0.line.value) } ?? false
        }
        let inLog = await log?.confirmations(of: meant) ?? []
        let known = Set(inMemory.map(\.seq))
        return inLog.filter { !known.contains($0.seq) && $0.seq <= state.timeline.newest }.map(state.timeline.shown)
            + inMemory
    }

    // MARK: Coming back

    /// Bytes of older lines that are read at once, for members in this process.
    static let mostOlderBytes = 8 << 20
    /// Lines read at once.
    private static let stretch = 1_000

    /// The newest lines of these numbers, and those that have left memory by the time that they are read.
    func older(_ range: ClosedRange<Int>, atMost limit: Int) async -> [Message] {
        await beginReading()
        defer { endReading() }
        var lines = await read(range, limit)
        var upTo = range.upperBound
        for _ in 0..<8 where state.timeline.oldest > upTo + 1 {
            let end = state.timeline.oldest - 1
            lines += await read(upTo + 1...end, limit)
            upTo = end
        }
        return lines
    }

    private func read(_ range: ClosedRange<Int>, _ limit: Int) async -> [Message] {
        guard let log else { return [] }
        var stretches: [[Message]] = []
        var (before, count, bytes) = (range.upperBound + 1, 0, 0)
        while before > range.lowerBound, count < limit, bytes < Self.mostOlderBytes {
            let lines = await log.lines(before: before, limit: min(Self.stretch, limit - count))
            let meant = lines.filter { $0.seq >= range.lowerBound }
            guard let first = meant.first else { break }
            stretches.append(meant)
            before = first.seq
            count += meant.count
            bytes += meant.reduce(0) { $0 + $1.text.utf8.count + 200 }
        }
        return stretches.reversed().flatMap(\.self).map(state.timeline.shown)
    }
}
