import NIOCore
import SabirProtocol

/// What a room whose authority is elsewhere knows of the way there, and keeps until that has answered: messages, and
/// changes of name and language. All of it is written here alone.
///
/// Pure. What members may say is judged before.
struct Upstream: Sendable {
    /// Whether the authority answers each change of name and language, which is then told only once it has.
    let settlesProfiles: Bool
    /// Whether it cannot judge what is corrected or taken back, as it only keeps messages.
    let leavesJudgement: Bool
    /// Nil until the link is there for the first time.
    private(set) var link: Link?
    /// Where staff cleared the room last, in whichever numbering.
    private(set) var cleared: ModerationRecord.Cleared?
    /// Whether members elsewhere are told with what stands for their devices.
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

    /// Messages that the authority had and this node had not when that was told last; nil where it cannot know.
    var behind: Int? { isUp ? lag : nil }

    /// What a newcomer is told of the link: nothing while it is up. `wall`: milliseconds since 1970.
    func notice(wall: Int) -> Link? { isUp ? nil : link ?? Link(up: false, since: wall) }

    /// What members are to be told of the link; nil where that is nothing new.
    mutating func changed(isUp: Bool, wall: Int) -> Link? {
        guard link?.up != isUp else { return nil }
        // That it is there for the first time is no news.
        let isNews = link != nil || !isUp
        let now = Link(up: isUp, since: wall)
        link = now
        return isNews ? now : nil
    }

    mutating func setLag(_ count: Int?) { lag = count }

    mutating func setCleared(_ cleared: ModerationRecord.Cleared) { self.cleared = cleared }

    /// From now on members elsewhere are told with what stands for their devices.
    mutating func setTellsDevices() { tellsDevices = true }

    // MARK: Messages that wait for a number

    static let tooManyHeld =
        "\(UpstreamQueue.capacity) messages wait here already until the way to the room's host is back; yours is taken when "
        + "there is room."

    /// What has no answer yet, oldest first.
    var heldLines: [OfferedLine] { held.lines }
    var heldCount: Int { held.count }
    var isFull: Bool { held.isFull }

    func held(_ id: MessageID) -> UpstreamQueue.Entry? { held[id] }
    func held(_ value: MessageID.Value) -> UpstreamQueue.Entry? { held[value] }

    /// An id that is not held yet.
    mutating func hold(_ entry: UpstreamQueue.Entry) { held.add(entry) }

    /// What is to be answered to a message whose id is held; nil where it is not.
    ///
    /// - Parameter number: who is answered from now on: the sender, or the relay that it is behind.
    mutating func answer(_ id: MessageID, by member: Member, answering number: MemberNumber) -> DraftOutcome? {
        guard let earlier = held[id] else { return nil }
        let isOwn =
            earlier.line.sender.id == member.info.id || earlier.author.map { $0 == member.joinContext.author } ?? false
        guard isOwn else { return .refused(Timeline.anothersID(id)) }
        held.said(id, by: number)
        return .awaited
    }

    /// The authority has answered it. Nil where it is not held.
    mutating func release(_ id: MessageID) -> UpstreamQueue.Entry? { held.remove(id) }

    // MARK: Names and languages that wait for an answer

    /// Whether a change of name or language is the authority's to take first. While the link is down this node settles
    /// names by itself, as it does for those who come.
    var asksForProfiles: Bool { settlesProfiles && isUp }

    /// What the member asked for last; nil where nothing is under way.
    func wanted(by number: MemberNumber) -> MemberInfo? { profiles[number] }

    mutating func ask(_ wanted: MemberInfo, of number: MemberNumber, now: NIODeadline) {
        profiles.ask(wanted, of: number, now: now)
    }

    /// One answer has come. False where none was waited for.
    mutating func profileIsAnswered(_ number: MemberNumber) -> Bool { profiles.answered(number) }

    mutating func forgetProfile(of number: MemberNumber) { profiles.forget(number) }

    /// Members whose change has waited for too long.
    mutating func overdueProfiles(_ now: NIODeadline) -> [MemberNumber] { profiles.overdue(now) }

    /// All that was asked for and not answered, by number: no answer will come.
    mutating func giveUpProfiles() -> [(number: MemberNumber, wanted: MemberInfo)] { profiles.giveUp() }
}
