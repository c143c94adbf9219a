import NIOCore
import SabirClient
import SabirRoom
import SabirTranslation
import SabirProtocol
import Synchronization

/// The engine of the node that a relay follows, for members, the page and IRC clients on the relay's side.
///
/// Uses a translator without endpoints of its own. The translator bounds and times the questions, asks each only once
/// however many wait for it, checks answers like an engine's, keeps them for this room only, and forgets them with the
/// host.
package final class HostEngine: Sendable {
    /// Less than a member waits for its own host, so that the member learns why nothing comes.
    private static let patience = TimeAmount.seconds(12)
    private static let mostWaiting = 1_024

    /// Serves only this host's room and has no engine but the host.
    package let translator: Translator
    package let availabilityCache: LanguageAvailabilityCache
    package let drafts: DraftCheck
    private let standing = Mutex((isShared: false, isUp: false))

    /// - Parameter own: this node's translator, whose checks, phrasebook and glossary apply.
    package init(besides own: Translator, languages: [LanguageTag]) {
        var limits = Translator.Limits()
        limits.waitingCallers = Self.mostWaiting
        limits.line = .seconds(13)
        translator = own.withoutEngines(limits)
        availabilityCache = LanguageAvailabilityCache(translator: translator, phrasebook: .empty, languages: languages)
        drafts = DraftCheck(translator: own, then: translator)
    }

    /// Whether the host shares its engine, as far as known.
    package var isShared: Bool { standing.withLock(\.isShared) }

    /// Whether the engine can be asked now: the whole path to the room's authority is up and has no loop.
    package var isReached: Bool { standing.withLock { $0.isShared && $0.isUp } }

    /// Records the welcome's information about the host's engine; call `adopt` next if this relay has joined.
    package func update(from welcome: Welcome) {
        let isShared = welcome.translation?.connection == true
        standing.withLock { $0.isShared = isShared }
    }

    package func setLink(isUp: Bool) { standing.withLock { $0.isUp = isUp } }

    /// Called for each new link, because earlier answers about an engine may no longer hold.
    package func adopt(_ room: RemoteRoom) async {
        guard isShared else { return await translator.dismiss(name: RoomPeer.name) }
        await translator.adopt(
            RoomPeer(room, within: Self.patience, namesEngine: true), name: RoomPeer.name)
    }

    package func close() async { await translator.close() }

    /// The host's translation of a line, if this node's own engines have none.
    package func instead(
        of line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, names: RoomNames
    ) async -> TranslationOutcome {
        guard line.state == .untranslated, isShared else { return line }
        guard isReached else { return .untranslated(.unreachable(engine: RoomPeer.name)) }
        return await translator.translate(text, from: from, to: to, names: names)
    }

    /// Asks the host for those texts of one question that no engine here translated.
    func instead(
        of lines: [TranslationOutcome], _ texts: [String], from: LanguageTag, to: LanguageTag
    ) async -> [TranslationOutcome] {
        let missing = lines.indices.filter { lines[$0].state == .untranslated }
        guard !missing.isEmpty, isShared else { return lines }
        let found =
            isReached
            ? await translator.translateShared(missing.map { texts[$0] }, from: from, to: to, mayAskPeer: true)
            : missing.map { _ in .untranslated(.unreachable(engine: RoomPeer.name)) }
        var lines = lines
        for (place, line) in zip(missing, found) { lines[place] = line }
        return lines
    }
}

/// Answers its members' questions at a relay: by its own engines if it shares them, then by the host's.
package struct RelayTranslation: RoomTranslation {
    /// Nil if this node shares none.
    let own: SharedTranslator?
    let host: HostEngine
    let wording: ReaderWording

    package var port: Int? { own?.port }
    package var isOffered: Bool { own != nil || host.isShared }

    package func translate(
        _ texts: [String], from source: LanguageTag, to target: LanguageTag, staysHere: Bool
    ) async -> TranslatedTexts {
        var lines =
            await own?.translator.translateShared(texts, from: source, to: target)
            ?? texts.map { _ in .untranslated(.noEngine) }
        if !staysHere { lines = await host.instead(of: lines, texts, from: source, to: target) }
        return Self.answer(lines, wording, for: target)
    }

    /// Names every engine that took part, in the order of the texts.
    static func answer(
        _ lines: [TranslationOutcome], _ wording: ReaderWording, for target: LanguageTag
    ) -> TranslatedTexts {
        var engines: [String] = []
        for engine in lines.compactMap(\.engine) where !engines.contains(engine) { engines.append(engine) }
        return TranslatedTexts(
            lines, engine: engines.isEmpty ? nil : engines.joined(separator: ", "), wording, for: target)
    }

    package func pairs() async -> TranslationPairs {
        var targets: [LanguageTag: [LanguageTag]] = await own?.pairs().targets ?? [:]
        guard host.isReached else { return TranslationPairs(targets) }
        for (source, found) in await host.translator.offeredTargets(withPeer: true) {
            let known = Set(targets[source] ?? [])
            targets[source, default: []] += found.filter { !known.contains($0) }
        }
        return TranslationPairs(targets)
    }
}
