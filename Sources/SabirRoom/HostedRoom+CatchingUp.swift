import NIOCore
import SabirProtocol

/// What those who come back have missed: told a piece at a time, the next when the member has read.
extension HostedRoom {
    /// How long the log may take for a piece; past that its lines are told as a gap, and can be asked for.
    static let piecePatience = TimeAmount.seconds(8)

    /// Its connection takes more.
    func mayCatchUp(_ seat: Seat) {
        guard connections.catchUp(of: seat.number)?.connection == seat.connection else { return }
        catchUp(seat.number)
    }

    func catchUp(_ number: MemberNumber) {
        guard let caught = connections.catchUp(of: number), !caught.isWriting, caught.reading == nil else { return }
        connections.update(number) { $0.isWriting = true }
        defer { connections.update(number) { $0.isWriting = false } }
        while let connection = connections[number], connection.channel.isActive, connection.channel.isWritable,
            let caught = connections.catchUp(of: number)
        {
            let oldest = max(log == nil ? state.timeline.oldest : 1, state.timeline.cleared + 1)
            guard let piece = caught.next(from: oldest) else { return finish(number, connection) }
            guard piece.lowerBound >= state.timeline.oldest else { return read(piece, for: number, caught.connection) }
            let lines = state.timeline.messages(
                from: piece.lowerBound, before: piece.upperBound + 1, limit: piece.count)
            tell(lines, through: piece.upperBound, number, connection)
        }
    }

    private func tell(_ lines: [Message], through end: Int, _ number: MemberNumber, _ connection: MemberConnection) {
        var frames = FrameEncoder()
        for packet in connections.update(number, { $0.tell(lines, through: end) }) ?? [] { frames.append(packet) }
        if !frames.isEmpty { connection.write(frames.take()) }
    }

    /// It has caught up with the others.
    private func finish(_ number: MemberNumber, _ connection: MemberConnection) {
        guard var caught = connections.endCatchUp(of: number) else { return }
        var frames = caught.finish().map { ByteBuffer(framing: $0) } ?? ByteBuffer()
        for var waiting in caught.takeWaiting() { frames.writeBuffer(&waiting) }
        connection.write(frames)
    }

    private func read(_ piece: ClosedRange<Int>, for number: MemberNumber, _ connection: UInt64) {
        guard let reading = connections.update(number, { $0.beginReading() }) else { return }
        let patience = loop.scheduleTask(in: Self.piecePatience) {
            self.assumeIsolated { $0.hasRead([], $0.state.timeline.oldest - 1, reading, number, connection) }
        }
        Task {
            let lines = await lines(of: piece)
            patience.cancel()
            hasRead(lines, piece.upperBound, reading, number, connection)
        }
    }

    /// Of as many members at a time as others read for.
    private func lines(of piece: ClosedRange<Int>) async -> [Message] {
        await beginReading()
        defer { endReading() }
        let found = await log?.lines(before: piece.upperBound + 1, limit: piece.count) ?? []
        return found.filter { piece.contains($0.seq) }
    }

    private func hasRead(
        _ lines: [Message], _ end: Int, _ reading: Int, _ number: MemberNumber, _ connection: UInt64
    ) {
        guard let caught = connections.catchUp(of: number), caught.connection == connection, caught.reading == reading
        else { return }
        connections.update(number) { $0.endReading() }
        guard let connection = connections[number], connection.channel.isActive else { return }
        tell(lines.filter { $0.seq > state.timeline.cleared }, through: end, number, connection)
        catchUp(number)
    }
}
