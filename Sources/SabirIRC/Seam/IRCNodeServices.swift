import SabirTranslation
import SabirProtocol

/// The node, as its IRC listener sees it. Methods may be called from any thread; none may wait longer than the node's
/// own time-outs.
package protocol IRCNodeServices: Sendable {
    /// Name of the node.
    var name: String { get }
    /// Every room of this node that is open, private ones included.
    func rooms() async -> [any IRCRoom]
    /// How people are told why something was not translated, and of what they should be wary.
    var outcomeWording: any OutcomeWording { get }
    /// A sentence of `share/interface`; nil where there is none by that key.
    func sentence(_ key: String, in lang: LanguageTag, _ values: [String: String]) -> String?
    /// What a name looks like: names that share a key cannot be told apart. Never empty.
    func looks(of name: String) -> [String]
}

/// One room of the node.
package protocol IRCRoom: Sendable {
    /// The room's id, which never changes.
    var id: String { get }
    func facts() async -> IRCRoomFacts
    /// All members, at most 1,000.
    func members() async -> [MemberInfo]
    /// What the room tells from now on, for all who sit there by IRC. There is one follower. Bounded; where something had
    /// to be left out it ends, and the follower asks again.
    func news() async -> AsyncStream<IRCNews>

    /// From then on lines are translated for the member, once for each language read.
    ///
    /// `key`: the channel's key that the client gave; nil where it gave none. Throws `auth-required` or `auth-failed`
    /// where the room has another one, and all that a room refuses newcomers with.
    func enter(_ hello: Hello, address: String, key: String?) async throws(WireFault) -> IRCSeat
    func leave(_ seat: IRCSeat) async
    /// Another name or language. Answers with how the room took it.
    func change(_ profile: Profile, on seat: IRCSeat) async throws(WireFault) -> MemberInfo
    /// Answers once the room has it.
    func say(_ draft: Draft, from seat: IRCSeat) async throws(WireFault)
    /// What a newcomer may read of what was said before, oldest first, each with its translation where it came in a few
    /// seconds.
    func earlier(for seat: IRCSeat, in lang: LanguageTag) async -> [IRCLineReading]
    /// Tells a message's author that it was not understood.
    func unclear(_ id: MessageID, from seat: IRCSeat) async throws(WireFault)
    /// Calls for a person. Answers with the contact of the room's interpreter, "" for none. `privately`: to talk with
    /// the staff alone.
    func callPerson(privately: Bool, from seat: IRCSeat) async throws(WireFault) -> String
}

package struct IRCRoomFacts: Sendable, Hashable {
    package var name: String
    package var topic: String
    /// Reached by its id alone, and not listed.
    package var isPrivate: Bool
    package var isLocked: Bool
    /// Members now.
    package var n: Int
    /// What staff pinned, as it was written; nil where nothing is.
    package var notice: String?
    /// Staff read what is said there without being members.
    package var staffRead: Bool

    package init(
        name: String, topic: String = "", isPrivate: Bool = false, isLocked: Bool = false, n: Int = 0,
        notice: String? = nil, staffRead: Bool = false
    ) {
        self.name = name
        self.topic = topic
        self.isPrivate = isPrivate
        self.isLocked = isLocked
        self.n = n
        self.notice = notice
        self.staffRead = staffRead
    }
}

/// A client's place in a room.
package struct IRCSeat: Sendable, Hashable {
    /// As the room took it.
    package var member: MemberInfo
    /// Tells this stay from an earlier one; of no meaning here.
    package let token: UInt64
    /// Newest message at that moment.
    package let seq: Int
    /// The first number it may see.
    package let firstVisibleSeq: Int

    package init(member: MemberInfo, token: UInt64, seq: Int, firstVisibleSeq: Int) {
        self.member = member
        self.token = token
        self.seq = seq
        self.firstVisibleSeq = firstVisibleSeq
    }
}
