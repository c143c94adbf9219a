import NIOCore
import SabirProtocol

/// What a room's turns lead to, in the order in which it is to be done. Whoever runs the room takes it out again, one
/// after another, before the next turn begins; the memory is used again.
///
/// What everybody is told is encoded in place and never kept as a packet: it becomes an effect at the next barrier.
struct RoomOutput: Sendable {
    private var burst = Burst()
    private var effects: [RoomEffect] = []
    private var done = 0

    var isEmpty: Bool { done == effects.count }

    // MARK: Written by the room

    mutating func add(_ effect: RoomEffect) { effects.append(effect) }

    /// For everybody, with the rest of the burst.
    mutating func append(_ packet: HostPacket) {
        burst.append(packet)
        becomesDue()
    }

    mutating func append(_ message: Message) {
        burst.append(message)
        becomesDue()
    }

    /// For the log, with the rest of the burst.
    mutating func append(_ line: LogLine) {
        burst.append(line)
        becomesDue()
    }

    /// For the authority, with the rest of the burst.
    mutating func append(_ line: OfferedLine) {
        burst.append(line)
        becomesDue()
    }

    private mutating func becomesDue() { if burst.becomesDue() { effects.append(.burstIsDue) } }

    /// The burst's messages, ahead of what follows: true where any of them go into the log.
    mutating func endBurst() -> Bool {
        burst.end()
        let (offered, entrusted) = (burst.takeOffered(), burst.takeEntrusted())
        if !offered.isEmpty { effects.append(.offer(offered)) }
        guard !entrusted.isEmpty else { return false }
        effects.append(.append(entrusted))
        return true
    }

    /// Has what everybody was told so far written before what follows.
    mutating func barrier() { if burst.hasFrames { effects.append(.burst(burst.takeFrames())) } }

    /// Messages that wait in the burst are offered another way.
    mutating func forgetOffered() { _ = burst.takeOffered() }

    // MARK: Taken by whoever runs the room

    /// The next one to be done.
    mutating func next() -> RoomEffect? {
        guard done < effects.count else {
            effects.removeAll(keepingCapacity: true)
            done = 0
            return nil
        }
        defer { done += 1 }
        return effects[done]
    }
}

/// One thing that a room wants done.
enum RoomEffect: Sendable {
    // MARK: To members over TCP

    /// For every member; drops those whose unsent bytes then exceed the limit.
    case burst(ByteBuffer)
    case others(ByteBuffer, than: MemberNumber?)
    case write(ByteBuffer, to: MemberNumber)
    /// Like `write`, but drops the member if its unsent bytes then exceed the limit.
    case answer(ByteBuffer, to: MemberNumber)
    /// The member has come in over the connection of this turn: what it reads first, and what it is to be told of what it
    /// missed.
    case seat(MemberNumber, ByteBuffer, CatchUp?)
    /// Nothing more is written to its connection, but what `close` says.
    case detach(MemberNumber)
    /// Its connection closes; with nil without a word.
    case close(MemberNumber, WireFault?)
    case closeAll(WireFault?)
    /// To keep the connection, ahead of what a member is still to be told of the past.
    case ping([MemberNumber])
    /// Who has not read too much for too long is looked for.
    case lookAtUnread
    /// What the room causes is to be ended when the loop has read from everybody.
    case burstIsDue

    // MARK: To the log, the authority, the stores

    case append([LogLine])
    /// Numbered elsewhere: nobody waits for the log.
    case copy([LogLine])
    case offer([OfferedLine])
    case authority(AuthorityRequest)
    case log(LogRequest)
    /// Whether the log knows the id of the first draft in the deduplication queue, in this round.
    case askLog(MessageID?, round: Int)
    case history(HistoryRequest, HostedRoom.Seat)
    case device(DeviceRecord, epoch: String)
    /// `isAct`: it is waited for.
    case store(StoredModeration, isAct: Bool)
    case record(AuditEntry, Recorded)
    case reports([Reported])
    case lookUp(device: String, Lookup)
    case translate(TranslationQuestion, HostedRoom.Seat, isBack: Bool)
    case pairs(HostedRoom.Seat)

    // MARK: To this process

    case news(RoomNews)
    case newsCatchUp
    case count(Int)
    case callForOtherRooms(HelpCall)
    case reportForOtherRooms(Reported)
    case erased([String])
    /// No engine is asked for the message of this number.
    case untranslated(Int)
    /// Another numbering begins.
    case forgetUntranslated
    case answerCaller(Ticket, LateAnswer)
    /// Nothing is on its way into the log any more.
    case settled
}

/// What a room asks of its authority elsewhere: see `RoomAuthority`.
enum AuthorityRequest: Sendable {
    case presence(PresenceHere)
    case deliver(HostPacket, MemberID?)
    case repeats(HelpCall)
    case tellStaff(Reported)
    case perform(ModerationAction, by: String, token: String?)
    case vouch(String)
}

/// What a room asks of its log, besides to append: see `RoomLog`.
enum LogRequest: Sendable {
    case forget(upTo: Int)
    /// For the act that is being stored.
    case clear(upTo: Int)
    case retract(Erasures.Entry)
    case renew(epoch: String)
    case reportOverdue
}

/// What goes on once the list of staff has been looked at.
enum Lookup: Sendable {
    case act(ModerationAction, HostedRoom.Seat, Ticket)
    case helpAnswer(MemberID, HelpCall.State, HostedRoom.Seat)
    /// Whether a relay still stands on it.
    case relay(HostedRoom.Seat)
    case vouch(String, HostedRoom.Seat)
}

/// What goes on once the record of staff has been written.
enum Recorded: Sendable {
    case nothing
    /// The act that was stored.
    case act
    case actForAuthority(ModerationAction, by: String, ActsUnderWay.Asker?, taken: Ticket?)
    case helpAnswer(HelpCall.State, HelpCalls.Call, named: String?, HelpAsker)
    /// `relay`: over which it came; its answer goes to `asker`.
    case report(Reported, except: MemberNumber?, over: MemberNumber?, ReportAsker?)
    case caller(Ticket)
}

/// Who is to hear what became of an answer to a call for help.
enum HelpAsker: Sendable {
    case caller(Ticket)
    case member(HostedRoom.Seat)
}

/// Who is to hear what became of a report.
enum ReportAsker: Sendable {
    case caller(Ticket)
    case member(MemberNumber)
}

/// A caller in this process that is answered later. Whoever runs the room gives it out and knows who it is.
struct Ticket: Hashable, Sendable {
    let number: Int
}

/// What such a caller is told.
enum LateAnswer: Sendable {
    case message(Result<Message, WireFault>)
    case bans(Result<[ListedBan], WireFault>)
    case done(Result<Void, WireFault>)
    case report(Result<Reported, WireFault>)
}
