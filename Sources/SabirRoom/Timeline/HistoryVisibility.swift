import NIOCore
import SabirProtocol

/// From which number on each member may see the room's messages, and how a returning member is recognised.
///
/// Pure: the time and the timeline are passed in.
struct HistoryVisibility: Sendable {
    static let rememberedDevices = 10_000

    private var settings: RoomSettings
    private let tokens: (any ResumeTokens)?
    /// What each device may see, and as whom it comes back.
    var devices: DeviceNumbers
    private var claims = VisibilityClaims()
    /// Until when a member from before the start may show that it has seen a number not given yet, which begins another
    /// epoch; nil once that time is over.
    private var renewsUntil: NIODeadline?
    /// Whether the epoch began with this start of the room, so that members from before the start were in before each
    /// of its messages.
    private let beginsAnew: Bool

    /// - Parameters:
    ///   - first: number of the first new member, where the past has no higher one.
    ///   - renewsUntil: nil where this node may not begin another epoch.
    init(
        _ settings: RoomSettings, past: RoomPast, first: UInt64, tokens: (any ResumeTokens)?, renewsUntil: NIODeadline?,
        beginsAnew: Bool = false
    ) {
        self.settings = settings
        self.beginsAnew = beginsAnew
        self.tokens = tokens
        self.renewsUntil = renewsUntil
        devices = DeviceNumbers(past: past, first: first, capacity: Self.rememberedDevices)
    }

    /// Applies how much newcomers see; members who are in go on seeing what they saw.
    mutating func apply(_ settings: RoomSettings) { self.settings = settings }

    // MARK: Members who come

    /// Number of the first message that somebody with this hello may see.
    ///
    /// - Parameters:
    ///   - wasSentOut: whether staff removed the device, which then counts as new.
    ///   - present: the lowest first number of the members in the room that this one could be
    ///     (`VisibilityClaims.claimed`).
    func first(
        for hello: Hello, _ joinContext: JoinContext, in timeline: Timeline, wasSentOut: Bool = false,
        present: () -> Int?, now: NIODeadline
    ) -> Int {
        let newcomer = newcomer(in: timeline)
        if let known = devices[hello.device, joinContext.author] { return min(known.firstVisibleSeq, newcomer) }
        if !wasSentOut, isFromEarlierEpoch(hello, joinContext, in: timeline) { return 1 }
        guard hello.device == nil, let resume = hello.resume, resume.epoch == timeline.epoch else { return newcomer }
        if let claim = claim(of: hello, in: timeline) { return min(claim.first, newcomer) }
        guard !joinContext.features.contains(.token) else { return newcomer }
        return claims.claimed(
            resume.seq, from: joinContext.address, after: timeline.newest, newcomer: newcomer, present: present(),
            now: now)
    }

    /// Number of the first message for somebody of whom nothing is known.
    func newcomer(in timeline: Timeline) -> Int {
        max(1, timeline.newest - min(settings.newcomersSee, timeline.newest) + 1)
    }

    /// The claim in the host's own token, shown by a member without a device; nil for no token, or another's.
    private func claim(of hello: Hello, in timeline: Timeline) -> ResumeClaim? {
        guard hello.device == nil, let resume = hello.resume, resume.epoch == timeline.epoch else { return nil }
        return resume.token.flatMap { tokens?.read($0, room: settings.info.id, epoch: timeline.epoch, device: nil) }
    }

    /// Whether somebody proves to have been in this room before its epoch began, by this node's token of an earlier
    /// epoch, given to the same device.
    func isFromEarlierEpoch(_ hello: Hello, _ joinContext: JoinContext, in timeline: Timeline) -> Bool {
        guard beginsAnew, !joinContext.isRelay, let device = joinContext.token, let resume = hello.resume,
            resume.epoch != timeline.epoch, let token = resume.token
        else { return false }
        return tokens?.read(token, room: settings.info.id, epoch: resume.epoch, device: device) != nil
    }

    /// Lets somebody in. Returns the member number, and the device record to keep.
    mutating func admit(
        _ device: String?, _ joinContext: JoinContext, from first: Int, now: NIODeadline
    ) -> (number: MemberNumber, record: DeviceRecord?) {
        let number = devices.number(for: device, joinContext.author, firstVisibleSeq: first)
        return (number, joinContext.isRelay ? nil : devices.record(device, joinContext.author, now: now))
    }

    mutating func recordDeparture(of member: Member, now: NIODeadline) {
        guard member.isClaimable else { return }
        claims.recordDeparture(member.firstVisibleSeq, from: member.joinContext.address, now: now)
    }

    /// The token for a returning member to show: for a member without a device, and where devices are not known over a
    /// restart.
    func token(for member: Member, in timeline: Timeline) -> String? {
        guard !member.hasDevice || beginsAnew, settings.history != .off else { return nil }
        return tokens?.token(
            room: settings.info.id, epoch: timeline.epoch, first: member.firstVisibleSeq,
            device: member.joinContext.token)
    }

    // MARK: Over restarts

    /// Whether a member has seen a number that this run has not given yet, so that the log has lost messages. Believed
    /// only of members from before the start, a short while after it, and once, since every later epoch is this run's
    /// own: anybody else could write any number.
    mutating func noticeLoss(_ hello: Hello, _ author: AuthorID?, in timeline: Timeline, now: NIODeadline) -> Bool {
        guard let until = renewsUntil, now < until, let resume = hello.resume, resume.epoch == timeline.epoch,
            resume.seq > timeline.newest,
            devices[hello.device, author]?.isFromBefore ?? claim(of: hello, in: timeline)?.isFromBefore ?? false
        else { return false }
        renewsUntil = nil
        return true
    }

    /// Begins another numbering, of which everybody sees what a newcomer does.
    mutating func begin(in timeline: Timeline) {
        claims = VisibilityClaims()
        devices.beginAnew(from: newcomer(in: timeline))
    }
}
