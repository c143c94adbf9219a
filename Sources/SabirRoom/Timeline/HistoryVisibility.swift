import NIOCore
import SabirProtocol

/// From which number on each member may see the room's messages, and by what one that comes back is known.
///
/// Pure: the time and the timeline are passed in.
struct HistoryVisibility: Sendable {
    static let rememberedDevices = 10_000

    private var settings: RoomSettings
    private let tokens: any ResumeTokens
    private var devices: DeviceNumbers
    private var claims: VisibilityClaims
    /// Until then somebody who is known from before the start, and has seen more than there is, begins another epoch;
    /// nil where nobody does any more.
    private var renewsUntil: NIODeadline?
    /// Whether the epoch began with this start of the room, which gives every number of it: then whoever was in before
    /// the start was in before each of its lines.
    private let beginsAnew: Bool

    /// - Parameters:
    ///   - first: the number of the first member that is new, where the past gives none beyond it.
    ///   - renewsUntil: nil where another epoch is not this node's to begin.
    init(
        _ settings: RoomSettings, past: RoomPast, first: UInt64, tokens: any ResumeTokens, renewsUntil: NIODeadline?,
        beginsAnew: Bool = false
    ) {
        self.settings = settings
        self.beginsAnew = beginsAnew
        self.tokens = tokens
        self.renewsUntil = renewsUntil
        devices = DeviceNumbers(past: past, first: first, capacity: Self.rememberedDevices)
        claims = VisibilityClaims(newcomersSee: settings.newcomersSee)
    }

    /// What newcomers see from now on; who is in sees what they saw.
    mutating func apply(_ settings: RoomSettings) {
        self.settings = settings
        claims.newcomersSee = settings.newcomersSee
    }

    // MARK: Who comes

    /// The member that this device was; nil for one that is not known.
    func number(of device: String?, _ author: AuthorID?) -> MemberNumber? { devices[device, author]?.number }

    func number(of author: AuthorID) -> MemberNumber? { devices.number(of: author) }

    /// Whose message it was that a log knows.
    func author(of known: KnownID) -> MemberNumber { devices.author(of: known) }

    /// The first number that whoever comes with this hello may see.
    ///
    /// - Parameters:
    ///   - wasSentOut: by staff, since when it is as new here as anybody.
    ///   - present: the lowest one of those in the room who could be meant (`VisibilityClaims.claimed`).
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
            resume.seq, from: joinContext.address, after: timeline.newest, present: present(), now: now)
    }

    /// That of somebody of whom nothing is known.
    func newcomer(in timeline: Timeline) -> Int { claims.newcomer(after: timeline.newest) }

    /// What the host's own token says of somebody without a device; nil where none is shown, or another's.
    private func claim(of hello: Hello, in timeline: Timeline) -> ResumeClaim? {
        guard hello.device == nil, let resume = hello.resume, resume.epoch == timeline.epoch else { return nil }
        return resume.token.flatMap { tokens.read($0, room: settings.info.id, epoch: timeline.epoch, device: nil) }
    }

    /// Whether somebody proves to have been in this room before its epoch began, by the node's own token of an earlier
    /// one, given to the same device.
    func isFromEarlierEpoch(_ hello: Hello, _ joinContext: JoinContext, in timeline: Timeline) -> Bool {
        guard beginsAnew, !joinContext.isRelay, let device = joinContext.token, let resume = hello.resume,
            resume.epoch != timeline.epoch, let token = resume.token
        else { return false }
        return tokens.read(token, room: settings.info.id, epoch: resume.epoch, device: device) != nil
    }

    /// Somebody is let in: its number, and what is to be kept of its device.
    mutating func admit(
        _ device: String?, _ joinContext: JoinContext, from first: Int, now: NIODeadline
    ) -> (number: MemberNumber, record: DeviceRecord?) {
        let number = devices.number(for: device, joinContext.author, firstVisibleSeq: first)
        return (number, joinContext.isRelay ? nil : devices.record(device, joinContext.author, now: now))
    }

    /// Somebody at another node, known by what stands for its device alone.
    mutating func remember(_ author: AuthorID, _ number: MemberNumber, from first: Int = .max) {
        devices.remember(author, number, firstVisibleSeq: first)
    }

    mutating func recordDeparture(of member: Member, now: NIODeadline) {
        guard member.isClaimable else { return }
        claims.recordDeparture(member.firstVisibleSeq, from: member.joinContext.address, now: now)
    }

    /// To be shown when the member comes back: by one without a device, and where devices are not known over a restart.
    func token(for member: Member, in timeline: Timeline) -> String? {
        guard !member.hasDevice || beginsAnew, settings.history != .off else { return nil }
        return tokens.token(
            room: settings.info.id, epoch: timeline.epoch, first: member.firstVisibleSeq,
            device: member.joinContext.token)
    }

    // MARK: Over restarts

    /// Whether a member has seen a number that this run has not given yet: the log has lost messages. Told by somebody
    /// who was in before the start, a short while after it, and once, since every later epoch is this run's own;
    /// anybody else could write any number.
    mutating func noticeLoss(_ hello: Hello, _ author: AuthorID?, in timeline: Timeline, now: NIODeadline) -> Bool {
        guard let until = renewsUntil, now < until, let resume = hello.resume, resume.epoch == timeline.epoch,
            resume.seq > timeline.newest,
            devices[hello.device, author]?.isFromBefore ?? claim(of: hello, in: timeline)?.isFromBefore ?? false
        else { return false }
        renewsUntil = nil
        return true
    }

    /// Another numbering begins, of which everybody sees what a newcomer does.
    mutating func begin(in timeline: Timeline) {
        claims = VisibilityClaims(newcomersSee: settings.newcomersSee)
        devices.beginAnew(from: newcomer(in: timeline))
    }

    /// What was kept of devices before this start.
    mutating func inherit(_ records: [DeviceRecord]) { devices.inherit(records) }

    /// What was kept of devices is gone.
    mutating func forgetRecords() { devices.forgetRecords() }

    /// What is to be kept of the device of a member that is in.
    mutating func record(of member: Member, now: NIODeadline) -> DeviceRecord? {
        devices.record(member.joinContext.author, member.number, now: now)
    }

    /// The devices that were remembered last, as the room's log knows them; at most so many.
    func newestDevices(_ limit: Int) -> [AuthorID] { devices.newest(limit) }
}
