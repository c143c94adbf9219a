import NIOCore
import SabirWire

/// What those who come back have missed: told a piece at a time, the next when the member has read.
extension HostedRoom {
    /// How long the log may take for a piece; past that its lines are told as a gap, and can be asked for.
    static let piecePatience = TimeAmount.seconds(8)

    /// Behind its welcome. Nothing where it has all, or comes from another numbering.
    func beginCatchingUp(_ member: Member, since resume: Hello.Resume?) {
        guard let resume, resume.epoch == state.epoch, resume.seq < state.log.newest else { return }
        // What is older can be asked for.
        let oldest = log == nil ? state.log.oldest : state.log.oldest - Self.mostOlder
        let first = max(resume.seq + 1, member.horizon, state.log.cleared + 1, oldest)
        catchUps[member.number] = CatchUp(
            after: resume.seq, from: first, upTo: state.log.newest, connection: member.connection)
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
        while let channel = channels[number], channel.isActive, channel.isWritable, let caught = catchUps[number] {
            let oldest = max(log == nil ? state.log.oldest : 1, state.log.cleared + 1)
            guard let piece = caught.next(from: oldest) else { return finish(number, channel) }
            guard piece.lowerBound >= state.log.oldest else { return read(piece, for: number, caught.connection) }
            let lines = state.log.messages(from: piece.lowerBound, before: piece.upperBound + 1, limit: piece.count)
            tell(lines, through: piece.upperBound, number, channel)
        }
    }

    private func tell(_ lines: [Message], through end: Int, _ number: MemberNumber, _ channel: any Channel) {
        var frames = FrameEncoder()
        for packet in catchUps[number]?.tell(lines, through: end) ?? [] { frames.append(packet) }
        if !frames.isEmpty { channel.writeAndFlush(frames.take(), promise: nil) }
    }

    /// It is where the others are.
    private func finish(_ number: MemberNumber, _ channel: any Channel) {
        guard var caught = catchUps.removeValue(forKey: number) else { return }
        if let gap = caught.finish() { channel.write(ByteBuffer(framing: gap), promise: nil) }
        for frames in caught.takeWaiting() { channel.write(frames, promise: nil) }
        channel.flush()
    }

    private func read(_ piece: ClosedRange<Int>, for number: MemberNumber, _ connection: UInt64) {
        guard let reading = catchUps[number]?.beginReading() else { return }
        let patience = loop.scheduleTask(in: Self.piecePatience) {
            self.assumeIsolated { $0.hasRead([], $0.state.log.oldest - 1, reading, number, connection) }
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
        guard let channel = channels[number], channel.isActive else { return }
        tell(lines.filter { $0.seq > state.log.cleared }, through: end, number, channel)
        catchUp(number)
    }
}
