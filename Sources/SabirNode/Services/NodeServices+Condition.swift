import Foundation
import SabirConfiguration
import SabirHistory
import SabirRoom
import SabirTranslation
import SabirWeb

/// What staff and administrators are told about the node.
extension NodeServices {
    private var stateDirectory: String { configuration.node.stateDirectory }

    package func status(visitors: Int) async -> StatusJSON {
        let (chosen, free) = (languages?.week ?? LanguageWeek(), DiskRoom.free(stateDirectory))
        var attention = await notices() + diskNotices(free)
        let backups = try? BackupRecord.kept(in: stateDirectory)
        if let backups { attention += Self.notices(backups) }
        var rooms: [RoomFacts] = []
        for entry in entries { rooms.append(await entry.hosted.facts) }
        for facts in rooms where facts.lostLink != nil && !facts.isPrivate {
            attention.append(
                WebStaffNotice(
                    code: "room-unlinked",
                    text: "The way to the host of the room \"\(facts.info.name)\" is lost; it is looked for."))
        }
        var engines: [EngineReport] = []
        if let translator = translationService?.translator {
            engines = await translator.engineReports()
            attention += Self.notices(engines)
            attention += await translator.gaps(among: chosen, house: configuration.web.languages).map {
                WebStaffNotice(code: "language-untranslated", text: "\($0.sentence) See: sabir engines.")
            }
        }
        return StatusJSON(
            name, started: started, rooms: rooms, visitors: visitors, engines: engines, chosen: chosen, free: free,
            backup: backups?.proved.map { Date(timeIntervalSince1970: Double($0.at) / 1_000) }, attention: attention)
    }

    private func diskNotices(_ free: Int?) -> [WebStaffNotice] {
        guard let free, free < DiskRoom.enough else { return [] }
        let left = "The disk of \(stateDirectory) has \(QuantityText.size(free)) left"
        return [
            WebStaffNotice(
                code: "disk-low", text: left + (free < DiskRoom.least ? ": what is said may be lost." : "."))
        ]
    }

    private static func notices(_ backups: BackupRecord) -> [WebStaffNotice] {
        guard let last = backups.last, !last.proved else { return [] }
        let why = last.why ?? "It is not known why."
        return [WebStaffNotice(code: "backup-failed", text: "The last backup failed: \(why)")]
    }

    /// One engine at a usual address is enough: the others are only tried, and their absence is no news.
    private static func notices(_ engines: [EngineReport]) -> [WebStaffNotice] {
        let isServed = engines.contains { $0.state == .inUse }
        return engines.compactMap { engine in
            guard engine.state == .down, engine.hasAnswered || !isServed, let reason = engine.reason else { return nil }
            return WebStaffNotice(code: "engine-down", text: "The translation engine \(engine.name) \(reason).")
        }
    }
}
