import DequeModule
import NIOCore
import SabirProtocol

/// The effects of a room's turns, in the order in which to perform them. `HostedRoom` takes them out, one after
/// another, before the next turn begins; the memory is reused.
///
/// Packets for everybody are encoded in place and never kept: they become an effect at the next barrier. Lines for the
/// log and the authority are gathered until the burst of reads ends.
struct RoomOutput: Sendable {
    private var frames = FrameEncoder()
    private var entrusted: [LogLine] = []
    private var offered: [OfferedLine] = []
    private var burstIsDue = false
    private var effects = Deque<RoomEffect>()

    var isEmpty: Bool { effects.isEmpty }

    // MARK: Written by `Room`

    mutating func add(_ effect: RoomEffect) { effects.append(effect) }

    /// Adds a packet for everybody to the burst.
    mutating func append(_ packet: HostPacket) {
        frames.append(packet)
        scheduleBurstEnd()
    }

    mutating func append(_ message: Message) {
        frames.append(message)
        scheduleBurstEnd()
    }

    /// Adds a line for the log to the burst.
    mutating func append(_ line: LogLine) {
        entrusted.append(line)
        scheduleBurstEnd()
    }

    /// Adds a line for the authority to the burst.
    mutating func append(_ line: OfferedLine) {
        offered.append(line)
        scheduleBurstEnd()
    }

    private mutating func scheduleBurstEnd() {
        guard !burstIsDue else { return }
        burstIsDue = true
        effects.append(.burstIsDue)
    }

    /// Turns the burst's lines into effects, ahead of what follows. Returns true where any of them go into the log.
    mutating func endBurst() -> Bool {
        burstIsDue = false
        if !offered.isEmpty { effects.append(.offer(offered)) }
        offered = []
        guard !entrusted.isEmpty else { return false }
        effects.append(.append(entrusted))
        entrusted = []
        return true
    }

    /// Turns the frames so far into an effect, ahead of what follows.
    mutating func barrier() { if !frames.isEmpty { effects.append(.burst(frames.take())) } }

    /// Drops the burst's lines for the authority, which are offered another way.
    mutating func forgetOffered() { offered = [] }

    // MARK: Read by `HostedRoom`

    /// Removes and returns the next effect.
    mutating func next() -> RoomEffect? { effects.popFirst() }
}

enum RoomEffect: Sendable {
    // MARK: To members over TCP

    /// Writes to every member; drops those whose unsent bytes then exceed the limit.
    case burst(ByteBuffer)
    case others(ByteBuffer, than: MemberNumber?)
    case write(ByteBuffer, to: MemberNumber)
    /// Like `write`, but drops the member if its unsent bytes then exceed the limit.
    case answer(ByteBuffer, to: MemberNumber)
    /// Seats a member on the connection of this turn: what it reads first, and what it has missed.
    case seat(MemberNumber, ByteBuffer, CatchUp?)
    /// Writes nothing more to the member's connection, except what `close` says.
    case detach(MemberNumber)
    /// Closes the member's connection, with nil without a reason.
    case close(MemberNumber, WireFault?)
    case closeAll(WireFault?)
    /// Sends keepalive pings, ahead of missed lines that members are still to be told.
    case ping([MemberNumber])
    /// Calls for `burstIsOver` when the loop has read from everybody.
    case burstIsDue

    // MARK: To the log, the authority and the stores

    case append([LogLine])
    case offer([OfferedLine])
    case authority(@Sendable (any RoomAuthority) -> Void)
    case log(@Sendable (any RoomLog) -> Void)
    /// Clears the log for the act whose decision is being stored.
    case clear(upTo: Int)
    case retract(Erasures.Entry)
    /// Asks whether the log knows the id of the first draft in the deduplication queue, in this round.
    case askLog(MessageID?, round: Int)
    case history(HistoryRequest, HostedRoom.Seat)
    case device(DeviceRecord, epoch: String)
    /// `isAct`: an act of staff waits for the result.
    case store(StoredModeration, isAct: Bool)
    /// Continues with `then` once the entry is on record.
    case record(AuditEntry, then: @Sendable (inout Room) -> Void)
    case reports([Reported])
    /// Continues with `then` once the staff list has been looked up.
    case lookUp(device: String, then: @Sendable (inout Room, StaffRank) -> Void)
    case translate(TranslationQuestion, HostedRoom.Seat, isBack: Bool)
    case pairs(HostedRoom.Seat)

    // MARK: To this process

    case news(RoomNews)
    case count(Int)
    /// Runs a turn of each other room of the node.
    case otherRooms(@Sendable (inout Room) -> Void)
    case erased([String])
    /// Notes that no engine is asked for the message with this number.
    case untranslated(Int)
    /// Another numbering begins: forgets the numbers of `untranslated`.
    case forgetUntranslated
    case answerCaller(Ticket, LateAnswer)
    /// Ends the wait for the log: nothing is on its way into it any more.
    case settled
    /// A second has passed: drops members who have left too much unread for too long, and tells listeners that fell
    /// behind so.
    case tick
}

/// Who is told the result of an act of staff, of a report, or of an answer to a call for help.
enum Asker: Hashable, Sendable {
    /// A caller in this process.
    case caller(Ticket)
    /// A member over a connection, which takes what everybody is told as the answer to its act.
    case member(HostedRoom.Seat)
}

/// Stands for a caller in this process that is answered later. `HostedRoom` issues tickets and knows their callers.
struct Ticket: Hashable, Sendable {
    let number: Int
}

/// An answer to a ticket.
typealias LateAnswer = Result<Answered, WireFault>

enum Answered: Hashable, Sendable {
    case message(Message)
    case bans([ListedBan])
    case report(Reported)
    case done
}
