import SabirTranslation
import SabirProtocol

/// A page of older lines on its way to one reader: first all lines, then each translation as it arrives.
///
/// Only the translator's cache keeps these translations. Few are requested at the same time, so that new lines do not
/// wait for old ones.
package struct OlderLines: Sendable {
    /// Most translations of one page that are requested at the same time.
    package static let translationsAtOnce = 4

    package let page: HistoryPage
    /// The room's id.
    private let room: String
    private let reader: LanguageTag
    /// The lines in a language that the reader does not read.
    package let foreign: [Message]
    /// The numbers of lines for which no engine is asked.
    package var overBudget: Set<Int> = []
    /// Confirmed translations of the page's lines, by the line's number.
    let confirmed: [Int: TranslationOutcome]

    /// - Parameters:
    ///   - reads: Other languages that the reader reads.
    ///   - confirmations: Messages that confirm translations of the page's lines, in the order of their numbers.
    package init(
        _ page: HistoryPage, in room: String, for reader: LanguageTag, reading reads: Set<LanguageTag> = [],
        confirmations: [Message] = []
    ) {
        (self.page, self.room, self.reader) = (page, room, reader)
        confirmed = Self.readings(page.messages, confirmations, for: reader)
        foreign = page.messages.filter { line in
            line.isTalk && !reader.reads(line.lang) && !reads.contains { $0.reads(line.lang) }
        }
    }

    /// Confirmed translations by the line's number; the last one where several were confirmed.
    private static func readings(
        _ messages: [Message], _ confirmations: [Message], for reader: LanguageTag
    ) -> [Int: TranslationOutcome] {
        let confirming = confirmations.filter { reader.reads($0.lang) }
        guard !confirming.isEmpty else { return [:] }
        let numbers = Dictionary(messages.map { ($0.id.value, $0.seq) }) { first, _ in first }
        var found: [Int: TranslationOutcome] = [:]
        for message in confirming {
            guard let seq = message.confirms.flatMap({ numbers[$0.value] }) else { continue }
            found[seq] = TranslationOutcome(confirmedBy: message) ?? found[seq]
        }
        return found
    }

    /// Calls `told` with each translation as it arrives. Bounded in time by the translator's own time-outs.
    package func translate(
        by services: any FeedNodeServices, told: (FeedEvent.Translated) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: FeedEvent.Translated.self) { group in
            // The newest line first, as it is next to what the reader sees.
            for (index, message) in foreign.reversed().enumerated() {
                if index >= Self.translationsAtOnce, let translated = try await group.next() {
                    try await told(translated)
                }
                group.addTask { await translated(message, by: services) }
            }
            for try await translated in group { try await told(translated) }
        }
    }

    private func translated(_ message: Message, by services: any FeedNodeServices) async -> FeedEvent.Translated {
        if let known = confirmed[message.seq] { return .init(known, of: message, for: reader) }
        if overBudget.contains(message.seq) { return .init(.untranslated(.overBudget), of: message, for: reader) }
        let translation = await services.translate(message.text, from: message.lang, to: reader, in: room)
        return .init(translation, of: message, for: reader)
    }
}
