import Foundation
import Logging
import SabirConfiguration
import SabirFeed
import SabirTranslation
import SabirRoom
import SabirWeb
import SabirProtocol
import SabirHistory

/// The node as its page sees it: its rooms and its translations. Owns the list of open rooms.
package actor NodeServices: WebNodeServices {
    package nonisolated let name: String
    nonisolated let translationService: TranslationService?
    package nonisolated var translates: Bool { translationService != nil }
    package nonisolated let wording: ReaderWording
    nonisolated let availabilityCache: LanguageAvailabilityCache
    nonisolated let drafts: DraftCheck
    nonisolated let advice: AdviceData
    /// The house's first language, used to name rooms without a name.
    var language: LanguageTag { configuration.web.languages.first ?? .english }
    private let server: RoomServer
    /// Nil if nothing is announced.
    private let announcer: Announcer?
    private let translation: (any RoomTranslation)?
    /// Nil if no room is stored on disk.
    nonisolated let history: HistoryKeeper?
    /// The configuration that the node was started with, with the changes that it took while running.
    private(set) var configuration: NodeConfiguration
    /// The settings for rooms made by staff: those of the first configured room.
    private var model: RoomConfiguration
    package nonisolated let staffBook: (any WebStaffBook)?
    nonisolated let languages: ChosenLanguages?
    nonisolated let started = Date()
    private(set) var entries: [LocalRoom] = []
    /// Rooms made by staff: closing one closes it for good and erases it.
    private var minted: Set<String> = []
    /// Listeners for changes of engines: the page and IRC.
    var engineListeners: [UUID: AsyncStream<EngineEvent?>.Continuation] = [:]
    /// Tasks that listen for changes of the hosts' engines, by room.
    var hostNews: [String: Task<Void, Never>] = [:]
    /// Notices that staff see until they are withdrawn.
    private var standing: [WebStaffNotice] = []
    /// Why hosts let this node in no longer, by what its relay follows.
    private var shutOut: [String: String] = [:]

    package init(
        _ configuration: NodeConfiguration, translationService: TranslationService?, server: RoomServer,
        announcer: Announcer?, translation: (any RoomTranslation)?, history: HistoryKeeper?,
        staff: (any WebStaffBook)? = nil, languages: ChosenLanguages? = nil, logger: Logger
    ) {
        name = configuration.node.name
        self.languages = languages
        self.translationService = translationService
        self.server = server
        self.announcer = announcer
        self.translation = translation
        self.history = history
        self.configuration = configuration
        model = configuration.rooms.first ?? RoomConfiguration(name: "")
        staffBook = staff
        wording = translationService?.wording ?? ReaderWording(configuration, logger: logger)
        availabilityCache = LanguageAvailabilityCache(
            translator: translationService?.translator, phrasebook: translationService?.phrasebook ?? .empty,
            languages: configuration.web.languages)
        drafts = DraftCheck(translator: translationService?.translator)
        advice = AdviceData(configuration, logger: logger)
    }

    package func rooms() -> [any WebRoom] { entries.map(\.hosted) }

    func entry(_ id: String) -> LocalRoom? { entries.first { $0.id == id } }

    /// The node's open rooms, including private ones, for the IRC listener.
    package func openRooms() async -> [HostedRoom] {
        var open: [HostedRoom] = []
        for entry in entries where await !entry.hosted.isClosed { open.append(entry.hosted) }
        return open
    }

    /// Adds a room that is already open.
    func add(_ room: LocalRoom, _ settings: RoomConfiguration) async {
        await room.hosted.setTerms(terms(settings))
        entries.append(room)
    }

    /// Configured rooms that are not open.
    package func lacking(of configuration: NodeConfiguration) -> [RoomConfiguration] {
        configuration.rooms.filter { room in
            !entries.contains { !minted.contains($0.id) && $0.isOwn && $0.hosted.settings.info.name == room.name }
        }
    }

    /// Which lines of a room a person should confirm; none without a room.
    func confirmation(in room: LocalRoom?) -> Confirmation {
        guard let room, let service = translationService else { return .none }
        let name = minted.contains(room.id) ? model.name : room.hosted.settings.info.name
        guard configuration.safety.covers(room: name) else { return .none }
        return Confirmation(cues: service.confirmation.cues, topics: Set(configuration.safety.topics))
    }

    /// Whether no room here has that name, ignoring case.
    package func isFree(_ name: String) -> Bool {
        !entries.contains { $0.hosted.settings.info.name.lowercased() == name.lowercased() }
    }

    package func id(ofRoom name: String) -> String? {
        entries.first { $0.isOwn && $0.hosted.settings.info.name == name }?.id
    }

    package func announce(_ room: HostedRoom) async { await announcer?.announce(room) }

    /// Closes for good the rooms that are no longer configured, and tells their members. Their stored lines stay on
    /// disk. Returns the rooms' ids.
    package func closeRemoved(of configuration: NodeConfiguration) async -> [String] {
        let names = Set(configuration.rooms.map(\.name))
        let gone = entries.filter { entry in
            entry.isOwn && !minted.contains(entry.id) && !names.contains(entry.hosted.settings.info.name)
        }
        for entry in gone {
            entries.removeAll { $0 === entry }
            await remove(entry.id)
        }
        return gone.map(\.id)
    }

    /// Applies what a running node can take of a new configuration, to configured rooms and those made by staff.
    /// Returns a sentence for each setting that a room keeps unchanged, and for changed books.
    ///
    /// - Parameter books: as read from their files now; nil if this node does not translate.
    package func apply(_ configuration: NodeConfiguration, _ books: TranslationBooks?) async -> [String] {
        self.configuration = configuration
        if let room = configuration.rooms.first { model = room }
        await server.apply(ConnectionLimits(configuration.limits))
        var kept: [String] = []
        if let translator = translationService?.translator, let books {
            await translator.setEndpoints(configuration.translation.endpoints)
            await translator.setSecondLookPolicy(configuration.translation.secondLooks)
            if await replaceBooks(books, translator) {
                kept.append("set sentences, terms or phrases_only changed: they count from now on")
            }
        }
        for entry in entries {
            let settings = entry.hosted.settings
            let room: RoomConfiguration
            if minted.contains(entry.id) {
                room = madeRoom(name: settings.info.name, topic: settings.info.topic)
            } else if let own = configuration.rooms.first(where: { $0.name == settings.info.name }) {
                room = own
            } else {
                continue
            }
            let new = roomSettings(room, info: settings.info, isPrivate: settings.isPrivate)
            kept += await entry.hosted.apply(new).map { "\(settings.info.name): \($0)" }
            await entry.hosted.setTerms(terms(room))
        }
        return kept
    }

    /// Whether the books have changed.
    private func replaceBooks(_ books: TranslationBooks, _ translator: Translator) async -> Bool {
        guard await translator.setBooks(books) else { return false }
        for host in entries.compactMap(\.host) { _ = await host.translator.setBooks(books) }
        await availabilityCache.setPhrasebook(books.phrasebook)
        tell(nil)
        return true
    }

    /// Adds a carried room. False if a room here has the same name: the page could not tell them apart.
    package func carry(_ room: HostedRoom, _ relay: RelayConfiguration, host: HostEngine?) async -> Bool {
        await room.setTerms(terms(relay, room.settings))
        guard isFree(room.settings.info.name) else { return false }
        entries.append(LocalRoom(room, isOwn: false, host: host))
        guard let host else { return true }
        follow(host, of: room)
        // The translator may have been made before the books changed.
        if let translationService { _ = await host.translator.setBooks(translationService.translator.books) }
        return true
    }

    /// Removes the room, because another relay carries it now.
    package func drop(_ room: HostedRoom) {
        entries.removeAll { $0.hosted === room }
        hostNews.removeValue(forKey: room.settings.info.id)?.cancel()
    }

    package func setShutOut(_ relay: String, _ why: String?) { shutOut[relay] = why }

    package func measure(_ metrics: SabirMetrics) async -> [String: Int] {
        var (members, calls, lag): ([String: Int], Int, Int) = ([:], 0, 0)
        for entry in entries {
            let facts = await entry.hosted.facts
            members[facts.isPrivate ? SabirMetrics.privateRoom : facts.info.name, default: 0] += facts.n
            calls += facts.help.count { $0.state == .open }
            lag = max(lag, await entry.hosted.topology.relays.compactMap(\.behind).max() ?? 0)
        }
        metrics[.helpUnanswered].set(calls)
        metrics[.relayBehind].set(lag)
        metrics.queueDepth(.history).set(history?.waitingCount ?? 0)
        metrics[.historyFailing].set(await history?.isFailing == true ? 1 : 0)
        return members
    }

    package func openRoom(name: String?, topic: String, isPrivate: Bool) async throws(WireFault) -> any WebRoom {
        let most = configuration.limits.rooms
        guard minted.count < most else {
            throw WireFault(.roomFull, "\(most) rooms of staff are open already; close one first.")
        }
        let name = try roomName(name, isPrivate: isPrivate)
        let info = RoomInfo(id: UUID().uuidString.lowercased(), name: name, topic: topic)
        let settings = roomSettings(madeRoom(name: name, topic: topic), info: info, isPrivate: isPrivate)
        let hosted = await server.open(settings, translation: translation)
        if !isPrivate { await announcer?.announce(hosted) }
        let readStart = hosted.settings.staffRead ? StaffReadStart(of: await hosted.facts) : nil
        await hosted.setTerms(terms(model.inMemory))
        entries.append(LocalRoom(hosted, readStart: readStart))
        minted.insert(hosted.id)
        return hosted
    }

    /// A name that no other room here has; without a wanted name, one made of a number.
    private func roomName(_ wanted: String?, isPrivate: Bool) throws(WireFault) -> String {
        let taken = Set(entries.map { $0.hosted.settings.info.name.lowercased() })
        if let wanted, !wanted.isEmpty {
            guard let name = WireText.roomName(wanted) else {
                throw WireFault(.badName, "A room's name has 1 to \(WireText.maximumRoomNameBytes) bytes.")
            }
            guard !taken.contains(name.lowercased()) else {
                throw WireFault(.badName, "A room is called \"\(name)\" already; give it another name.")
            }
            return name
        }
        let names = (1...(entries.count + 1)).map { number in
            wording.interface.sentence("room.numbered", in: language, ["n": String(number)])
        }
        return names.first { !taken.contains($0.lowercased()) } ?? names[0]
    }

    package func notices() async -> [WebStaffNotice] {
        let spent = await translationService?.translator.spentEngines() ?? []
        let ofEngines = spent.map { name in
            WebStaffNotice(
                code: "engine-day-used-up",
                text:
                    "The translation engine \(name) has been sent all that it may be in a day: lines that no other engine "
                    + "translates stay as they were written until midnight (characters_per_day).")
        }
        var ofRooms: [WebStaffNotice] = []
        for entry in entries {
            guard let why = await entry.hosted.moderationFailure else { continue }
            let text =
                "What staff decided in the room \"\(entry.hosted.settings.info.name)\" could not be stored: it holds until "
                + "the next start. It is tried again. \(why)"
            ofRooms.append(WebStaffNotice(code: "acts-not-kept", text: text))
        }
        for (_, why) in shutOut.sorted(by: { $0.key < $1.key }) {
            ofRooms.append(WebStaffNotice(code: "relay-struck", text: why))
        }
        return standing + ofEngines + ofRooms
            + (await history?.notices() ?? []).map {
                WebStaffNotice(code: $0.code, text: $0.text, isPresent: $0.isPresent)
            }
    }

    package func staffReadStart(in room: RoomFacts) async -> Int? {
        await entry(room.info.id)?.staffReadStart(in: room)
    }

    /// Shows staff a notice until it is withdrawn; replaces one with the same code.
    package func addNotice(_ notice: WebStaffNotice) {
        removeNotice(notice.code)
        standing.append(notice)
    }

    package func removeNotice(_ code: String) { standing.removeAll { $0.code == code } }

    package func closeRoom(_ id: String, by who: String) async {
        guard let room = entry(id)?.hosted else { return }
        let isMinted = minted.remove(id) != nil
        // Cannot fail: closing a closed room changes nothing.
        _ = try? await room.perform(.close, by: who)
        // A configured room can be opened again.
        guard isMinted else { return }
        entries.removeAll { $0.id == id }
        await remove(id)
    }

    private func remove(_ id: String) async {
        await announcer?.withdraw(id)
        await server.remove(id)
    }

    // MARK: Settings of rooms

    private func terms(_ room: RoomConfiguration) -> RoomTerms {
        RoomTerms(
            responsible: configuration.web.responsible, kioskLines: room.kioskLines, keepHours: room.keepHours,
            keptMessages: room.keptMessages, isKeptHere: room.log == .node)
    }

    private func terms(_ relay: RelayConfiguration, _ room: RoomSettings) -> RoomTerms {
        let isKept = room.history != .off
        return RoomTerms(
            responsible: configuration.web.responsible, kioskLines: relay.kioskLines,
            keepHours: isKept ? ((room.keepFor ?? 0) + 3_599) / 3_600 : 0,
            keptMessages: isKept ? relay.keepMessages : 0, isKeptHere: false)
    }

    /// A room made by staff.
    private func madeRoom(name: String, topic: String) -> RoomConfiguration {
        var room = model.inMemory
        room.name = name
        room.topic = topic
        return room
    }

    private func roomSettings(_ room: RoomConfiguration, info: RoomInfo, isPrivate: Bool) -> RoomSettings {
        var info = info
        info.topic = room.topic
        var settings = RoomSettings(
            room, info: info, limits: configuration.limits, logsMessages: configuration.node.logMessages)
        settings.isPrivate = isPrivate
        if isPrivate { settings.staffRead = false }
        return settings
    }
}

extension RoomConfiguration {
    /// Hours, rounded up; 0 if time alone removes nothing, or nothing is kept.
    fileprivate var keepHours: Int { history == .off ? 0 : ((keepFor ?? 0) + 3_599) / 3_600 }

    fileprivate var keptMessages: Int {
        switch history {
        case .off: 0
        case .memory: keepMessages ?? Self.usualInMemory
        case .disk: keepMessages ?? 0
        }
    }
}
