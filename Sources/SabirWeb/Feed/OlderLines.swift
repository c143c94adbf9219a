import Hummingbird
import NIOCore
import SabirTranslation
import SabirProtocol

/// A page of older lines on its way to one reader: the lines at once, then their translations as they are made.
///
/// They are made when they are shown and kept by nobody but the translator's cache. Few at a time, so that what is said
/// now need not wait for what was said long ago.
struct OlderLines: Sendable {
    static let translationsAtOnce = 4

    let page: HistoryPage
    let epoch: String
    /// The room's id.
    let room: String
    let reader: LanguageTag
    /// Other languages that the reader reads.
    let reads: Set<LanguageTag>
    let services: any WebNodeServices
    /// The numbers of lines for which no engine is asked.
    let overBudget: Set<Int>

    /// Writes events until the last translation is there, each bounded by the node's own time-outs.
    func write(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(event: "lines", OlderLinesJSON(page, epoch: epoch)))
        try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
            // The newest first: those are next to what the reader sees.
            let foreign = Self.foreign(page, to: reader, reads)
            for (index, message) in foreign.reversed().enumerated() {
                if index >= Self.translationsAtOnce, let event = try await group.next() {
                    try await writer.write(event)
                }
                group.addTask { await translated(message) }
            }
            for try await event in group { try await writer.write(event) }
        }
    }

    /// What the reader does not read as it was written.
    static func foreign(_ page: HistoryPage, to reader: LanguageTag, _ reads: Set<LanguageTag>) -> [Message] {
        page.messages.filter { line in
            line.hasText && !reader.reads(line.lang) && !reads.contains { $0.reads(line.lang) }
        }
    }

    private func translated(_ message: Message) async -> ByteBuffer {
        let translation =
            overBudget.contains(message.seq)
            ? TranslationOutcome.untranslated(.overBudget)
            : await services.translate(message.text, from: message.lang, to: reader, in: room, said: message.ts)
        return ByteBuffer(
            event: "translation",
            LineTranslationJSON(
                event: .init(id: message.id, seq: message.seq, lang: reader, translation: translation),
                wording: services.outcomeWording))
    }
}

/// The first event of such a stream.
struct OlderLinesJSON: Encodable, Sendable {
    let epoch: String
    let before: Int
    let lines: [LineJSON]
    let more: Bool

    init(_ page: HistoryPage, epoch: String) {
        self.epoch = epoch
        before = page.before
        lines = page.messages.map(LineJSON.init)
        more = page.more
    }
}
