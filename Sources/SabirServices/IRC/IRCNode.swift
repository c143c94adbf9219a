import Logging
import SabirFeed
import SabirIRC
import SabirLanguageTools
import SabirTranslation
import SabirWeb
import SabirProtocol
import SabirTranslationService

/// The node as its IRC listener sees it. Owns its rooms as the listener sees them.
package actor IRCNode: IRCNodeServices {
    package nonisolated let name: String
    private nonisolated let wording: ReaderWording
    private let services: NodeServices
    private let feeds: Feeds
    private let isPrivate: Bool
    private var known: [String: IRCLocalRoom] = [:]

    package init(_ services: NodeServices, feeds: Feeds, isPrivate: Bool) {
        self.services = services
        self.feeds = feeds
        self.isPrivate = isPrivate
        name = services.name
        wording = services.wording
    }

    package func rooms() async -> [any IRCRoom] {
        var rooms: [IRCLocalRoom] = []
        for case let room as LocalRoom in await services.rooms() where await !room.isClosed {
            rooms.append(seen(room))
        }
        known = Dictionary(rooms.map { ($0.id, $0) }) { first, _ in first }
        return rooms
    }

    private func seen(_ room: LocalRoom) -> IRCLocalRoom {
        if let known = known[room.id], known.room === room { return known }
        return IRCLocalRoom(room, services: services, feeds: feeds, isPrivate: isPrivate)
    }

    package nonisolated var outcomeWording: any OutcomeWording { wording }

    package nonisolated func sentence(_ key: String, in lang: LanguageTag, _ values: [String: String]) -> String? {
        wording.interface.has(key, in: lang) ? wording.interface.sentence(key, in: lang, values) : nil
    }

    package nonisolated func refusal(_ fault: WireFault, in lang: LanguageTag) -> String {
        wording.interface.sentence(fault, in: lang)
    }

    package nonisolated func looks(of name: String) -> [String] { ConfusableName.keys(of: name) }
}
