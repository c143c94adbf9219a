import SabirFeed
import SabirProtocol
import SabirRoom
import SabirTranslation

/// What the listener for IRC needs of its node.
package struct IRCNode: Sendable {
    let name: String
    /// How clients are told why a line was not translated, and of what they should be wary.
    let wording: any OutcomeWording
    let interface: InterfaceCatalogue
    /// What a name looks like: names that share a key cannot be told apart. Never empty.
    let looks: @Sendable (_ name: String) -> [String]
    let services: any FeedNodeServices
    let feeds: Feeds
    /// Whether what clients send is encrypted.
    let isPrivate: Bool
    /// Every room of the node that is open, private ones included.
    let rooms: @Sendable () async -> [HostedRoom]

    package init(
        name: String, wording: any OutcomeWording, interface: InterfaceCatalogue,
        looks: @escaping @Sendable (_ name: String) -> [String], services: any FeedNodeServices, feeds: Feeds,
        isPrivate: Bool, rooms: @escaping @Sendable () async -> [HostedRoom]
    ) {
        (self.name, self.wording, self.interface, self.looks) = (name, wording, interface, looks)
        (self.services, self.feeds, self.isPrivate, self.rooms) = (services, feeds, isPrivate, rooms)
    }

    func sentence(_ key: String, in lang: LanguageTag, _ values: [String: String]) -> String? {
        interface.has(key, in: lang) ? interface.sentence(key, in: lang, values) : nil
    }
}
