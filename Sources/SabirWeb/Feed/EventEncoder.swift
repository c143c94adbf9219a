import NIOCore
import SabirFeed
import SabirTranslation
import SabirProtocol

/// Encodes a feed's events, each only once: a line for everybody, a translation for readers of its language.
struct EventEncoder: Sendable {
    private struct TranslationKey: Hashable {
        let seq: Int
        let lang: LanguageTag
    }

    private let wording: any OutcomeWording
    /// The epoch of the cached lines and translations; a new epoch empties both caches.
    private var epoch = ""
    private var lines: [Int: ByteBuffer] = [:]
    private var translations: [TranslationKey: (TranslationOutcome, ByteBuffer)] = [:]

    init(wording: any OutcomeWording) { self.wording = wording }

    /// The event as desks get it, if it is a translation with a second reading; nil for all other events. Not cached,
    /// as desks are few.
    func bytesForStaff(_ event: FeedEvent) -> ByteBuffer? {
        guard case .translation(let translated) = event, translated.translation.second != nil else { return nil }
        let json = LineTranslationJSON(event: translated, wording: wording, isForStaff: true)
        return ByteBuffer(event: "translation", json)
    }

    mutating func bytes(_ event: FeedEvent, epoch: String) -> ByteBuffer {
        if epoch != self.epoch {
            forget()
            self.epoch = epoch
        }
        return switch event {
        case .line(let message): line(message, epoch)
        case .translation(let translated): translation(translated)
        default: encoded(event)
        }
    }

    /// Empties both caches.
    mutating func forget() { (lines, translations) = ([:], [:]) }

    /// Drops the cached lines before a number, with their translations.
    mutating func forget(before seq: Int) {
        lines = lines.filter { $0.key >= seq }
        translations = translations.filter { $0.key.seq >= seq }
    }

    mutating func forget(_ numbers: Set<Int>) {
        lines = lines.filter { !numbers.contains($0.key) }
        translations = translations.filter { !numbers.contains($0.key.seq) }
    }

    private mutating func line(_ message: Message, _ epoch: String) -> ByteBuffer {
        if let bytes = lines[message.seq] { return bytes }
        let bytes = Self.encoded(message, epoch)
        lines[message.seq] = bytes
        return bytes
    }

    private mutating func translation(_ translated: FeedEvent.Translated) -> ByteBuffer {
        let key = TranslationKey(seq: translated.seq, lang: translated.lang)
        if let (known, bytes) = translations[key], known == translated.translation { return bytes }
        let bytes = ByteBuffer(event: "translation", LineTranslationJSON(event: translated, wording: wording))
        translations[key] = (translated.translation, bytes)
        return bytes
    }

    /// Encodes an event for a single stream, without caching it.
    func encodeOnce(_ event: FeedEvent, epoch: String) -> ByteBuffer {
        if case .line(let message) = event { Self.encoded(message, epoch) } else { encoded(event) }
    }

    private static func encoded(_ message: Message, _ epoch: String) -> ByteBuffer {
        ByteBuffer(event: "line", id: "\(epoch):\(message.seq)", LineJSON(message))
    }

    private func encoded(_ event: FeedEvent) -> ByteBuffer {
        switch event {
        case .line: ByteBuffer()
        case .translation(let translated):
            ByteBuffer(event: "translation", LineTranslationJSON(event: translated, wording: wording))
        case .joined(let info, let n): ByteBuffer(event: "joined", MemberChangeJSON(member: .init(info), n: n))
        case .left(let info, let n): ByteBuffer(event: "left", MemberChangeJSON(member: .init(info), n: n))
        case .changed(let info, let n): ByteBuffer(event: "changed", MemberChangeJSON(member: .init(info), n: n))
        case .presence(let presence): ByteBuffer(event: "presence", PresenceJSON(presence))
        case .gap(let gap): ByteBuffer(event: "gap", ["from": gap.lowerBound, "to": gap.upperBound])
        case .notice(let notice, let translation): encoded(notice, translation)
        case .unclear(let id, let by, let isPresent):
            ByteBuffer(event: "unclear", UnclearJSON(id: id, by: by, present: isPresent))
        case .person(let by, let id, let contact): ByteBuffer(event: "person", PersonJSON(by, id, contact))
        case .help(let call): ByteBuffer(event: "help", HelpJSON(call))
        case .muted(let isMuted): ByteBuffer(event: "muted", ["muted": isMuted])
        case .report(let report): ByteBuffer(event: "report", ReportJSON(report))
        case .cleared: ByteBuffer(event: "cleared", [String: String]())
        case .removed(let fault):
            ByteBuffer(event: "removed", RefusalJSON.Content(WebRefusal(fault)))
        case .closing(let why):
            ByteBuffer(event: "closing", ["text": why.english, "detail": why.name].compactMapValues { $0 })
        case .mutualReach(let reach): ByteBuffer(event: "ahead", MutualReachJSON(reach))
        case .reach(let lines): ByteBuffer(event: "reach", ReachJSON(lines))
        case .languages(let languages): ByteBuffer(event: "languages", languages.map(LanguageJSON.init))
        }
    }

    private func encoded(_ notice: Notice?, _ translation: FeedEvent.Reading?) -> ByteBuffer {
        guard let notice else { return ByteBuffer(event: "notice", ["text": ""]) }
        let reading = translation.map { TranslationJSON($0.translation, to: $0.lang, by: wording) }
        return ByteBuffer(event: "notice", NoticeJSON(notice, reading))
    }
}

/// The event for the translation of a line.
struct LineTranslationJSON: Encodable, Sendable {
    let event: FeedEvent.Translated
    let wording: any OutcomeWording
    var isForStaff = false

    private enum Key: CodingKey { case id, seq }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(event.id.description, forKey: .id)
        try container.encode(event.seq, forKey: .seq)
        var translation = TranslationJSON(event.translation, to: event.lang, by: wording)
        if isForStaff { translation.addSecondReading(event.translation.second) }
        try translation.encode(to: encoder)
    }
}
