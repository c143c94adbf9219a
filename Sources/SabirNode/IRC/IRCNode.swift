import Logging
import SabirIRC
import SabirLanguageTools
import SabirTranslation
import SabirWeb
import SabirWire

/// The node as its IRC listener sees it. Owns the feeds of rooms with clients in them.
actor IRCNode: IRCHouse {
    nonisolated let name: String
    private nonisolated let wording: ReaderWording
    private let house: House
    private let isPrivate: Bool
    private var feeds: [String: IRCRoomFeed] = [:]
    private var engines: Task<Void, Never>?

    init(_ house: House, isPrivate: Bool) {
        self.house = house
        self.isPrivate = isPrivate
        name = house.name
        wording = house.wording
    }

    func rooms() async -> [any IRCRoom] {
        var rooms: [any IRCRoom] = []
        for case let room as HouseRoom in await house.rooms() where await !room.facts.isClosed {
            rooms.append(feed(of: room))
        }
        let open = Set(rooms.map(\.id))
        feeds = feeds.filter { open.contains($0.key) }
        return rooms
    }

    private func feed(of room: HouseRoom) -> IRCRoomFeed {
        let feed = feeds[room.id] ?? IRCRoomFeed(room, house: house, isPrivate: isPrivate)
        feeds[room.id] = feed
        return feed
    }

    nonisolated var outcomeWording: any OutcomeWording { wording }

    nonisolated func sentence(_ key: String, in lang: LanguageTag, _ values: [String: String]) -> String? {
        wording.interface.has(key, in: lang) ? wording.interface.sentence(key, in: lang, values) : nil
    }

    nonisolated func looks(of name: String) -> [String] { ConfusableName.keys(of: name) }

    /// Has lines translated after all when an engine is back.
    func followEngines() async {
        let events = await house.engineEvents()
        engines = Task { [weak self] in
            for await event in events { await self?.engineChanged(event) }
        }
    }

    func stop() { engines?.cancel() }

    private func engineChanged(_ event: WebEngineEvent) async {
        for feed in feeds.values {
            switch event {
            case .up: await feed.engineUp()
            case .proved: await feed.engineProved()
            case .down: break
            }
        }
    }
}
