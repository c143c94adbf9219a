import Foundation
import SabirFeed
import SabirProtocol
import SabirRoom

@testable import SabirTranslation
@testable import SabirWeb

/// A node in memory. Its engine answers with the text between the target's brackets, once it is let to.
actor FakeNodeServices: WebNodeServices {
    nonisolated let name = "Test"
    private let all: [FakeRoom]
    private(set) var asked: [String] = []
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []

    init(_ rooms: [FakeRoom]) { all = rooms }

    func rooms() -> [any WebRoom] { all }

    func hold() { isHeld = true }

    func release() {
        isHeld = false
        for translation in held { translation.resume() }
        held = []
    }

    func translate(
        _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> TranslationOutcome {
        asked.append("\(text) \(from)>\(to)")
        if isHeld { await withCheckedContinuation { held.append($0) } }
        return .translated("[\(to)] \(text)")
    }

    nonisolated var outcomeWording: any OutcomeWording { PlainWording() }

    func engineEvents() -> AsyncStream<EngineEvent?> { AsyncStream { _ in } }

    func availability(for reader: LanguageTag, among present: [LanguageTag], in room: String?) -> LanguageAvailability {
        .translated
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
        FakeRoom(name ?? "Visit", id: "minted", isPrivate: isPrivate)
    }

    func notices() -> [WebStaffNotice] { [] }

    func status(visitors: Int) -> StatusJSON {
        StatusJSON(
            name, started: Date(), rooms: [], visitors: visitors, engines: [], chosen: LanguageWeek(), free: nil,
            backup: nil, attention: [])
    }

    func measure(_ metrics: SabirMetrics) -> [String: Int] { [:] }

    func closeRoom(_ id: String, by who: String) {}
}

/// A node without staff, whose engines translate everything, and look at nothing twice.
extension WebNodeServices {
    func secondLook(
        at line: TranslationOutcome, _ text: String, from: LanguageTag, to: LanguageTag, in room: String
    ) async -> SecondReading? { nil }

    func translates(from: LanguageTag, to: LanguageTag, in room: String) async -> Bool { true }

    func seemingLanguage(of text: String, declared: LanguageTag) async -> LanguageTag? { nil }

    func topic(
        _ topic: String, of room: String, for lang: LanguageTag
    ) async -> (written: LanguageTag, translation: TranslationOutcome)? { nil }

    func staffReadStart(in room: RoomFacts) async -> Int? { nil }

    var staffBook: (any WebStaffBook)? { nil }
}
