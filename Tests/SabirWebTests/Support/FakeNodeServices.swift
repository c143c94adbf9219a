import SabirFeed
import SabirProtocol

@testable import SabirTranslation
@testable import SabirWeb

/// A node in memory. Its engine answers with the text between the target's brackets, once it is let to.
actor FakeNodeServices: WebNodeServices {
    nonisolated let name = "Test"
    private var all: [FakeRoom]
    private(set) var asked: [String] = []
    private var isEngineUp = true
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private var listeners: [AsyncStream<EngineEvent?>.Continuation] = []
    private(set) var closed: [String] = []

    init(_ rooms: [FakeRoom]) { all = rooms }

    func rooms() -> [any WebRoom] { all }

    func hold() { isHeld = true }

    func release() {
        isHeld = false
        for translation in held { translation.resume() }
        held = []
    }

    /// Switches the engine, and tells those who follow once they do.
    func setEngine(isUp: Bool) {
        isEngineUp = isUp
        for listener in listeners { listener.yield(isUp ? .up("test") : .down("test", reason: "is away")) }
    }

    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome {
        asked.append("\(text) \(from)>\(to)")
        if isHeld { await withCheckedContinuation { held.append($0) } }
        return isEngineUp ? .translated("[\(to)] \(text)") : .untranslated
    }

    nonisolated var outcomeWording: any OutcomeWording { PlainWording() }

    func engineEvents() -> AsyncStream<EngineEvent?> {
        let (stream, listener) = AsyncStream.makeStream(of: EngineEvent?.self)
        listeners.append(listener)
        return stream
    }

    func outlook(for reader: LanguageTag, among present: [LanguageTag], in room: String?) -> LanguageAvailability {
        isEngineUp ? .translated : .none
    }

    func phrases(
        matching query: String, in lang: LanguageTag, to: LanguageTag?, limit: Int
    ) -> (situations: [String], phrases: [PhraseSuggestion]) {
        let phrase = PhraseSuggestion(
            text: "Me duele {n} \(query)", language: lang, unit: "p1", situation: "pain", languages: [lang],
            reviewed: [], slots: ["n"], reading: nil, isVerified: false)
        return (["pain"], [phrase])
    }

    func check(
        _ text: String, in lang: LanguageTag, for present: [LanguageTag: Int], room: String, isStaffs: Bool
    ) -> WebDraftCheck {
        WebDraftCheck(
            readings: present.keys.map {
                .init(lang: $0, line: .translated("[\($0)] \(text)"), back: .translated(text))
            }, advice: [.init(kind: "spelling", text: "Misspelt?", word: "x", suggestions: ["y"])],
            offeredLanguage: "uk")
    }

    func openRoom(name: String?, topic: String, isPrivate: Bool) throws(WireFault) -> any WebRoom {
        let room = FakeRoom(name ?? "Visit", id: "minted-\(all.count)", isPrivate: isPrivate)
        all.append(room)
        return room
    }

    func notices() -> [WebStaffNotice] { [] }

    func closeRoom(_ id: String, by who: String) { closed.append(id) }
}
