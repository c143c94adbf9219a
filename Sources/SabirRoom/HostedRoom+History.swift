import NIOCore
import SabirProtocol

/// Older lines, read from memory and the log.
extension HostedRoom {
    /// Older lines for a member in this process. Not rate-limited here: the caller has limits of its own.
    package func lines(_ request: HistoryRequest, for seat: Seat) async throws(WireFault) -> HistoryPage {
        guard holds(seat) else { throw WireFault.noLongerIn }
        return try await lines(request, from: reading { $0.firstVisibleSeq(on: seat) })
    }

    /// Older lines for a reader without a seat, who may see lines from `firstVisibleSeq` on.
    package func lines(_ request: HistoryRequest, from firstVisibleSeq: Int) async throws(WireFault) -> HistoryPage {
        if let page = state.page(request, for: firstVisibleSeq) { return page }
        guard let page = await read(request, from: firstVisibleSeq) else { throw Room.outOfReach }
        return page
    }

    /// A page of older lines; nil where the log cannot say and memory has none of them.
    func read(_ request: HistoryRequest, from firstVisibleSeq: Int) async -> HistoryPage? {
        // Lines that nobody was told yet are left out.
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

    /// The confirmed translations of these lines, from memory and the log, in the order of their numbers.
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

    /// Most bytes of older lines that are read at once for members in this process.
    static let mostOlderBytes = 8 << 20
    /// Most lines read at once.
    private static let stretch = 1_000

    /// The newest lines with numbers in `range`, from memory, or from the log where memory has forgotten them by now.
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
