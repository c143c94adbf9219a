import SabirFeed
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
    /// Why a room refused something, as the terminal says it.
    func refusal(_ fault: WireFault, in lang: LanguageTag) -> String
    /// What a name looks like: names that share a key cannot be told apart. Never empty.
    func looks(of name: String) -> [String]
}

/// One room of the node.
package protocol IRCRoom: Sendable {
    /// The room's id, which never changes.
    var id: String { get }
    var info: RoomInfo { get async }
    var facts: LocalRoomFacts { get async }
    /// All members, at most 1,000.
    func members() async -> [MemberInfo]
    /// What the room's feed tells from now on, for all who sit there by IRC. There is one follower. Bounded; where something
    /// had to be left out it ends, and the follower asks again.
    func news() async -> AsyncStream<FeedNews>

    /// From then on lines are translated for the member, once for each language read.
    ///
    /// `key`: the channel's key that the client gave; nil where it gave none. Throws `auth-required` or `auth-failed`
    /// where the room has another one, and all that a room refuses newcomers with.
    func enter(_ hello: Hello, address: String, key: String?) async throws(WireFault) -> Seat
    func leave(_ seat: Seat) async
    /// Another name or language. Answers with how the room took it.
    func change(_ profile: Profile, on seat: Seat) async throws(WireFault) -> MemberInfo
    /// Answers once the room has it.
    func say(_ draft: Draft, from seat: Seat) async throws(WireFault)
    /// What a newcomer may read of what was said before, oldest first, each with its translation where it came in a few
    /// seconds.
    func earlier(for seat: Seat, in lang: LanguageTag) async -> [IRCLineReading]
    /// Tells a message's author that it was not understood.
    func unclear(_ id: MessageID, from seat: Seat) async throws(WireFault)
    /// Calls for a person. Answers with the contact of the room's interpreter, "" for none. `privately`: to talk with
    /// the staff alone.
    func callPerson(privately: Bool, from seat: Seat) async throws(WireFault) -> String
}

/// A line with its reading; nil: not there yet.
package struct IRCLineReading: Sendable, Hashable {
    package let message: Message
    package let reading: TranslationOutcome?

    package init(message: Message, reading: TranslationOutcome?) {
        self.message = message
        self.reading = reading
    }
}
