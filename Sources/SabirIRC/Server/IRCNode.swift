import SabirFeed
import SabirProtocol
import SabirRoom
import SabirTranslation

/// What the IRC listener needs of its node.
package struct IRCNode: Sendable {
    let name: String
    /// Sentences for why a line was not translated, and for warnings about translations.
    let wording: any OutcomeWording
    let interface: InterfaceCatalogue
    /// The look-alike keys of a name: names that share a key look alike. Never empty.
    let looks: @Sendable (_ name: String) -> [String]
    let services: any FeedNodeServices
    let feeds: Feeds
    /// Whether clients connect over TLS.
    let isPrivate: Bool
    /// All open rooms of the node, private ones included.
    let rooms: @Sendable () async -> [HostedRoom]

    package init(
        name: String, wording: any OutcomeWording, interface: InterfaceCatalogue,
        looks: @escaping @Sendable (_ name: String) -> [String], services: any FeedNodeServices, feeds: Feeds,
        isPrivate: Bool, rooms: @escaping @Sendable () async -> [HostedRoom]
    ) {
        (self.name, self.wording, self.interface, self.looks) = (name, wording, interface, looks)
        (self.services, self.feeds, self.isPrivate, self.rooms) = (services, feeds, isPrivate, rooms)
    }
}
