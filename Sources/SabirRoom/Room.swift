import Logging
import NIOCore
import SabirProtocol

/// A room: the one authority over what is said in it and in which order, or, where that is elsewhere, its part at this
/// node.
///
/// Pure: it knows no socket, clock, task or thread. What reaches it is a `RoomInput`, or a call that comes in a turn of
/// its own; what it leads to is in `output`, for `HostedRoom` to do. What can only be answered later carries a `Ticket`.
/// Of what it reports to the node's log and metrics nothing in it depends.
struct Room: Sendable {
    typealias Seat = HostedRoom.Seat

    /// The clocks, as they stand during a turn.
    struct Time: Sendable {
        var now: NIODeadline
        /// Milliseconds since 1970.
        var wall: Int
    }

    /// What a packet leads to for its sender.
    enum Reply {
        case nothing
        case alone(HostPacket)
        /// Everybody has been told this message, its author among them.
        case said(Message)
        /// The same of anything else.
        case shared(HostPacket)
    }

    /// In rooms of up to so many members each coming and going is told at once; in larger ones in batches.
    static let intimate = 100

    let settings: RoomSettings
    var sources: RoomSources
    let meter: any RoomMeter
    private let messageWasTaken: MessageCounter
    let logger: Logger

    var state: RoomState
    private(set) var presence = PresenceBatch()
    var inFlight = QuestionsInFlight()
    var readings = QuestionsInFlight()
    var relayRequests = RelayRequests()
    var unsure = DeduplicationQueue()
    /// Members in this process who wait to hear what became of what they said.
    private var speakers = Callers<MessageID.Value>()
    /// Members in this process who wait for the room's host to take their name or language.
    var profileCallers = Callers<MemberNumber>()
    /// Acts of staff that the room's host elsewhere has yet to answer, and who waits for that.
    var acts = ActsUnderWay()
    var actQueue = ActQueue()
    /// Reports are stored that may be forgotten.
    var hadReports = false
    var budgets: TranslationBudgets
    /// When the calls for help that stand here were said again to other nodes.
    var helpRepeated: NIODeadline
    /// The node is closing: nobody comes in any more.
    private(set) var isOver = false
    /// Somebody in this process is told what happens.
    private var hasListener = false

    /// What this turn, and those before it, led to.
    var output = RoomOutput()
    private var time: Time

    init(
        settings: RoomSettings, state: RoomState, sources: RoomSources, meter: any RoomMeter, logger: Logger,
        at time: Time
    ) {
        self.settings = settings
        self.state = state
        self.sources = sources
        self.meter = meter
        self.logger = logger
        self.time = time
        messageWasTaken = meter.messages(of: settings)
        budgets = TranslationBudgets(settings.ceilings)
        helpRepeated = time.now
    }

    /// What is done next happens at this time.
    mutating func turns(at time: Time) { self.time = time }

    var now: NIODeadline { time.now }
    /// Milliseconds since 1970.
    var wall: Int { time.wall }

    // MARK: Telling

    /// Adds a message for everybody to the burst. No packet is made of it where nobody in this process listens: messages
    /// are most of what a room says, and a packet is a box in memory.
    mutating func broadcast(_ message: Message) {
        messageWasTaken()
        charge(message)
        if message.revision?.isRetraction == true { forgetErased() }
        output.append(message)
        if hasListener { publish(.everybody(.message(message))) }
    }

    /// Adds any other packet for everybody to the burst.
    mutating func broadcast(_ packet: HostPacket) {
        if case .message(let message) = packet { return broadcast(message) }
        output.append(packet)
        publish(.everybody(packet))
    }

    /// Hands the burst's messages to the log and to the authority, and writes what is for everybody.
    mutating func flush() {
        if output.endBurst() { tell(state.goAhead()) }
        output.barrier()
    }

    /// A packet for one member, behind everything that everybody was told before.
    mutating func answer(_ packet: HostPacket, to number: MemberNumber) {
        flush()
        guard let member = state.roster[number] else { return }
        switch member.whereabouts {
        case .here where member.arrival.isLocal: publish(.one(Seat(member), packet))
        case .here: output.add(.answer(ByteBuffer(framing: packet), to: number))
        case .elsewhere: tell(.deliver(packet, number.id))
        case .behind(let relay): answer(packet, to: member, behind: relay)
        }
    }

    /// The same without a bound on what waits for it: it is of a relay, or the room has just taken its word.
    mutating func write(_ packet: HostPacket, to number: MemberNumber) {
        output.add(.write(ByteBuffer(framing: packet), to: number))
    }

    /// Presence: at once in a small room, with the next tick in a large one.
    mutating func tell(_ packet: HostPacket, except newcomer: MemberNumber?) {
        guard state.roster.count > Self.intimate || !presence.isEmpty else {
            flush()
            output.add(.others(ByteBuffer(framing: packet), than: newcomer))
            return publish(.everybody(packet))
        }
        switch packet {
        case .joined(let info, _): presence.join(info)
        case .changed(let info, _): presence.change(info)
        case .left(let info, _): presence.leave(info.id)
        default: break
        }
    }

    /// What large rooms are told of their members.
    mutating func tellPresence() {
        guard !presence.isEmpty else { return }
        broadcast(.presence(presence.take(n: state.roster.count, langs: state.roster.langs)))
    }

    mutating func forgetPresence() { presence = PresenceBatch() }

    /// To those who listen in this process.
    mutating func publish(_ news: RoomNews) { if hasListener { output.add(.news(news)) } }

    mutating func hasListener(_ hasListener: Bool) { self.hasListener = hasListener }

    /// The authority, where it is elsewhere.
    mutating func tell(_ request: AuthorityRequest) { if isFollowing { output.add(.authority(request)) } }

    /// Whether another numbers its messages.
    var isFollowing: Bool { sources.authority != nil }

    mutating func countHasChanged() { output.add(.count(state.roster.count)) }

    // MARK: Callers in this process

    mutating func answer(_ caller: Ticket?, _ answer: LateAnswer) {
        if let caller { output.add(.answerCaller(caller, answer)) }
    }

    mutating func awaits(_ caller: Ticket, wordOf id: MessageID) { speakers.add(caller, for: id.value) }

    /// False where nobody waits for it.
    @discardableResult
    mutating func tellSpeakers(of id: MessageID?, _ result: Result<Message, WireFault>) -> Bool {
        let callers = id.map { speakers.take($0.value) } ?? []
        for caller in callers { answer(caller, .message(result)) }
        return !callers.isEmpty
    }

    func isAwaited(_ id: MessageID?) -> Bool { id.map { speakers.isAwaited($0.value) } ?? false }

    /// They hear no more of what they said: each by what is made of its id.
    mutating func tellAllSpeakers(_ fault: (MessageID.Value) -> WireFault) {
        for (value, caller) in speakers.takeAll() { answer(caller, .message(.failure(fault(value)))) }
    }

    // MARK: Its end

    /// Takes nobody and nothing in any more. What is said meanwhile has no answer but the goodbye: a `closing` that names
    /// it would be its end for a guest, which otherwise says it again to the room's next run.
    mutating func settle() {
        isOver = true
        flush()
        if state.timeline.isSettled { output.add(.settled) }
    }

    /// Everybody who waits hears this, and nobody is in any more.
    mutating func close(saying goodbye: WireFault) {
        isOver = true
        flush()
        publish(.everybody(.error(goodbye)))
        tellAllSpeakers { _ in goodbye }
        giveUpActs()
        giveUpProfiles(saying: goodbye)
        state.sendAllOut()
        countHasChanged()
    }
}

/// What a room is answered at once, without waiting and without changing anything.
struct RoomSources: Sendable {
    /// What numbers it instead; nil where it does itself.
    var authority: RoomTopology.Authority?
    /// Whether that takes what callers for help wish for besides, and what is for staff alone.
    var authorityTakesWishes: @Sendable () -> Bool = { true }
    var authorityTakesLinesToStaff: @Sendable () -> Bool = { false }
    /// Whether the log may know an id; nil without a log.
    var mayKnow: (@Sendable (MessageID) -> Bool)?
    /// Stands for a device in the log, from what stands for it at every node.
    var author: @Sendable (_ token: String) -> AuthorID = { AuthorID(token: $0) }
    /// Stands for a device at every node, from its secret.
    var token: @Sendable (_ device: String) -> String
    /// What devices may see of an epoch, of a room that is numbered elsewhere; nil where nothing keeps it.
    var devices: (@Sendable (_ epoch: String) -> [DeviceRecord])?
    /// This node's grant, as the first host, for a relay's certificate.
    var grant: @Sendable (_ certificate: String) -> Grant? = { _ in nil }
    /// Whether the node shares an engine with members; nil where it has none.
    var sharing: (@Sendable () -> SharedTranslation?)?
    var storesModeration = false
    /// Calls for help in the node's other rooms.
    var callsOfNeighbours: @Sendable () -> [HelpCall] = { [] }

    var hasLog: Bool { mayKnow != nil }
}
