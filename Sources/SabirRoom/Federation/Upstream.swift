import NIOCore
import SabirProtocol

/// The link of a room whose authority is elsewhere, and what waits for the authority's answer: messages, and changes of
/// name and language.
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
    var cleared: ModerationRecord.Cleared?
    /// Whether the authority tells of members elsewhere with the tokens of their devices.
    var tellsDevices = false
    /// Messages that the authority had and this node lacked at the last report.
    var lag: Int?
    /// Messages that wait for a number.
    var held = UpstreamQueue()
    /// Names and languages that wait for an answer.
    var profiles = ProfilesAsked()

    /// - Parameter kind: what the authority is; nil where that makes no difference.
    init(_ kind: RoomTopology.Authority? = nil) {
        settlesProfiles = kind == .host
        leavesJudgement = kind == .stream
    }

    // MARK: The link

    var isUp: Bool { link?.up ?? false }

    /// The lag while the link is up; nil where it cannot be known.
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

    // MARK: Messages that wait for a number

    static let tooManyHeld =
        "\(UpstreamQueue.capacity) messages wait here already until the way to the room's host is back; yours is taken when "
        + "there is room."

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

    // MARK: Names and languages that wait for an answer

    /// Whether a change of name or language goes to the authority first. While the link is down this node settles names
    /// by itself, as it does for newcomers.
    var asksForProfiles: Bool { settlesProfiles && isUp }
}
