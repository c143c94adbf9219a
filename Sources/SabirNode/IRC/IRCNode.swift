import Logging
import SabirIRC
import SabirLanguageTools
import SabirTranslation
import SabirWeb
import SabirWire

/// The node as its IRC listener sees it. Owns its rooms as the listener sees them.
actor IRCNode: IRCHouse {
    nonisolated let name: String
    private nonisolated let wording: ReaderWording
    private let house: House
    private let feeds: Feeds
    private let isPrivate: Bool
    private var known: [String: IRCHouseRoom] = [:]

    init(_ house: House, feeds: Feeds, isPrivate: Bool) {
        self.house = house
        self.feeds = feeds
        self.isPrivate = isPrivate
        name = house.name
        wording = house.wording
    }

    func rooms() async -> [any IRCRoom] {
        var rooms: [IRCHouseRoom] = []
        for case let room as HouseRoom in await house.rooms() where await !room.facts.isClosed {
            rooms.append(seen(room))
        }
        known = Dictionary(rooms.map { ($0.id, $0) }) { first, _ in first }
        return rooms
    }

    private func seen(_ room: HouseRoom) -> IRCHouseRoom {
        if let known = known[room.id], known.room === room { return known }
        return IRCHouseRoom(room, house: house, feeds: feeds, isPrivate: isPrivate)
    }

    nonisolated var outcomeWording: any OutcomeWording { wording }

    nonisolated func sentence(_ key: String, in lang: LanguageTag, _ values: [String: String]) -> String? {
        wording.interface.has(key, in: lang) ? wording.interface.sentence(key, in: lang, values) : nil
    }

    nonisolated func looks(of name: String) -> [String] { ConfusableName.keys(of: name) }
}
