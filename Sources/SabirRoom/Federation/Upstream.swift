import NIOCore
import SabirProtocol

/// The link of a room whose authority is elsewhere, and what waits for the authority's answer: messages, and changes of
/// name and language. Only this type writes that state.
///
/// Pure. What members may say is judged before.
struct Upstream: Sendable {
    /// Whether the authority answers each change of name and language; such a change is told only after its answer.
    let settlesProfiles: Bool
    /// Whether the authority only keeps messages and cannot judge corrections and retractions.
    let leavesJudgement: Bool
    /// Nil until the link is up for the first time.
    private(set) var link: Link?
    /// Where staff cleared the room last, in any numbering.
    private(set) var cleared: ModerationRecord.Cleared?
    /// Whether the authority tells of members elsewhere with the tokens of their devices.
    private(set) var tellsDevices = false
    private var lag: Int?
    private var held = UpstreamQueue()
    private var profiles = ProfilesAsked()

    /// - Parameter kind: what the authority is; nil where that makes no difference.
    init(_ kind: RoomTopology.Authority? = nil) {
        settlesProfiles = kind == .host
        leavesJudgement = kind == .stream
    }

    // MARK: The link

    var isUp: Bool { link?.up ?? false }

    /// Messages that the authority had and this node lacked at the last report; nil where that cannot be known.
    var behind: Int? { isUp ? lag : nil }

    /// What a newcomer is told of the link; nil while it is up. `wall`: milliseconds since 1970.
    func notice(wall: Int) -> Link? { isUp ? nil : link ?? Link(up: false, since: wall) }

    /// Notes the state of the link. Returns what members are told; nil where nothing changed.
    mutating func changed(isUp: Bool, wall: Int) -> Link? {
        guard link?.up != isUp else { return nil }
        // The first time that the link comes up is no news.
        let isNews = link != nil || !isUp
        let now = Link(up: isUp, since: wall)
        link = now
        return isNews ? now : nil
    }

    mutating func setLag(_ count: Int?) { lag = count }

    mutating func setCleared(_ cleared: ModerationRecord.Cleared) { self.cleared = cleared }

    /// Notes that members elsewhere come with the tokens of their devices from now on.
    mutating func setTellsDevices() { tellsDevices = true }

    // MARK: Messages that wait for a number

    static let tooManyHeld =
        "\(UpstreamQueue.capacity) messages wait here already until the way to the room's host is back; yours is taken when "
        + "there is room."

    /// Messages without an answer yet, oldest first.
    var heldLines: [OfferedLine] { held.lines }
    var heldCount: Int { held.count }
    var isFull: Bool { held.isFull }

    func held(_ id: MessageID) -> UpstreamQueue.Entry? { held[id] }
    func held(_ value: MessageID.Value) -> UpstreamQueue.Entry? { held[value] }

    /// Holds a message whose id is not held yet.
    mutating func hold(_ entry: UpstreamQueue.Entry) { held.add(entry) }

    /// The answer to a message whose id is held already; nil where the id is not held.
    ///
    /// - Parameter number: who is answered from now on: the sender, or the relay that the sender is behind.
    mutating func answer(_ id: MessageID, by member: Member, answering number: MemberNumber) -> DraftOutcome? {
        guard let earlier = held[id] else { return nil }
        let isOwn =
            earlier.line.sender.id == member.info.id || earlier.author.map { $0 == member.joinContext.author } ?? false
        guard isOwn else { return .refused(Timeline.anothersID(id)) }
        held.said(id, by: number)
        return .awaited
    }

    /// Removes a message that the authority has answered. Nil where it is not held.
    mutating func release(_ id: MessageID) -> UpstreamQueue.Entry? { held.remove(id) }

    // MARK: Names and languages that wait for an answer

    /// Whether a change of name or language goes to the authority first. While the link is down this node settles names
    /// by itself, as it does for newcomers.
    var asksForProfiles: Bool { settlesProfiles && isUp }

    /// The profile that the member asked for last; nil where no change waits.
    func wanted(by number: MemberNumber) -> MemberInfo? { profiles[number] }

    mutating func ask(_ wanted: MemberInfo, of number: MemberNumber, now: NIODeadline) {
        profiles.ask(wanted, of: number, now: now)
    }

    /// Counts one answer. Returns false where none was expected.
    mutating func countProfileAnswer(_ number: MemberNumber) -> Bool { profiles.answered(number) }

    mutating func forgetProfile(of number: MemberNumber) { profiles.forget(number) }

    /// Members whose change has waited too long.
    mutating func overdueProfiles(_ now: NIODeadline) -> [MemberNumber] { profiles.overdue(now) }

    /// Removes and returns all changes without an answer: none will come.
    mutating func giveUpProfiles() -> [(number: MemberNumber, wanted: MemberInfo)] { profiles.giveUp() }
}
