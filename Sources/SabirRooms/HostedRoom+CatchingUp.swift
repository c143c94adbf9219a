import NIOCore
import SabirWire

/// What those who come back have missed: told a piece at a time, the next when the member has read.
extension HostedRoom {
    /// How long the log may take for a piece; past that its lines are told as a gap, and can be asked for.
    static let piecePatience = TimeAmount.seconds(8)

    /// Behind its welcome. Nothing where it has all, or comes from another numbering; where that was this room's until a
    /// member told of lines that are lost, it hears that some are missing.
    func beginCatchingUp(_ member: Member, since resume: Hello.Resume?) {
        guard let resume, resume.seq < state.timeline.newest else { return }
        if resume.epoch == state.timeline.formerEpoch {
            connections[member.number]?.write(ByteBuffer(framing: .gap(resume.seq + 1...state.timeline.newest)))
        }
        guard resume.epoch == state.timeline.epoch else { return }
        // What is older can be asked for.
        let oldest = log == nil ? state.timeline.oldest : state.timeline.oldest - Self.mostOlder
        let first = max(resume.seq + 1, member.horizon, state.timeline.cleared + 1, oldest)
        catchUps[member.number] = CatchUp(
            after: resume.seq, from: first, upTo: state.timeline.newest, connection: member.connection)
        catchUp(member.number)
    }

    /// Its connection takes more.
    func mayCatchUp(_ seat: Seat) {
        guard catchUps[seat.number]?.connection == seat.connection else { return }
        catchUp(seat.number)
    }

    private func catchUp(_ number: MemberNumber) {
        guard catchUps[number]?.isWriting == false, catchUps[number]?.reading == nil else { return }
        catchUps[number]?.isWriting = true
        defer { catchUps[number]?.isWriting = false }
        while let connection = connections[number], connection.channel.isActive, connection.channel.isWritable,
            let caught = catchUps[number]
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
        for packet in catchUps[number]?.tell(lines, through: end) ?? [] { frames.append(packet) }
        if !frames.isEmpty { connection.write(frames.take()) }
    }

    /// It is where the others are.
    private func finish(_ number: MemberNumber, _ connection: MemberConnection) {
        guard var caught = catchUps.removeValue(forKey: number) else { return }
        var frames = caught.finish().map { ByteBuffer(framing: $0) } ?? ByteBuffer()
        for var waiting in caught.takeWaiting() { frames.writeBuffer(&waiting) }
        connection.write(frames)
    }

    private func read(_ piece: ClosedRange<Int>, for number: MemberNumber, _ connection: UInt64) {
        guard let reading = catchUps[number]?.beginReading() else { return }
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
        guard catchUps[number]?.connection == connection, catchUps[number]?.reading == reading else { return }
        catchUps[number]?.endReading()
        guard let connection = connections[number], connection.channel.isActive else { return }
        tell(lines.filter { $0.seq > state.timeline.cleared }, through: end, number, connection)
        catchUp(number)
    }
}
