import SabirTranslation
import SabirProtocol

/// A page of older lines on its way to one reader: the lines at once, then their translations as they are made.
///
/// They are made when they are shown and kept by nobody but the translator's cache. Few at a time, so that what is said
/// now need not wait for what was said long ago.
package struct OlderLines: Sendable {
    package static let translationsAtOnce = 4

    package let page: HistoryPage
    /// The room's id.
    private let room: String
    private let reader: LanguageTag
    /// Those that the reader does not read as they were written.
    package let foreign: [Message]
    /// The numbers of lines for which no engine is asked.
    package var overBudget: Set<Int> = []
    /// What people confirmed of them, by number.
    let confirmed: [Int: TranslationOutcome]

    /// `reads`: other languages that the reader reads. `confirmations`: what people confirmed of the page's lines, in the
    /// order of its numbers.
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

    /// By the number of the line that is confirmed; of several the last.
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

    /// Tells each translation as it is there, bounded by the node's own time-outs.
    package func translate(
        by services: any FeedNodeServices, told: (FeedEvent.Translated) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: FeedEvent.Translated.self) { group in
            // The newest first: those are next to what the reader sees.
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
        if let known = confirmed[message.seq] {
            return .init(id: message.id, seq: message.seq, lang: reader, translation: known)
        }
        let translation =
            overBudget.contains(message.seq)
            ? TranslationOutcome.untranslated(.overBudget)
            : await services.translate(message.text, from: message.lang, to: reader, in: room)
        return .init(id: message.id, seq: message.seq, lang: reader, translation: translation)
    }
}
