import NIOCore
import SabirFeed
import SabirTranslation
import SabirProtocol

/// Encodes a feed's events, each only once: a line for everybody, a translation for readers of its language.
struct EventEncoder: Sendable {
    /// Identifies a cached event within an epoch.
    private struct Key: Hashable {
        /// The number of the line that the event is about.
        let seq: Int
        /// The language of a translation; nil for the line itself.
        let lang: LanguageTag?
    }

    private let wording: any OutcomeWording
    /// The epoch of the cached events; a new epoch empties the cache.
    private var epoch = ""
    /// The encoded lines, which change only where `forget` is told, and translations with what they were made of.
    private var cache: [Key: (translation: TranslationOutcome?, bytes: ByteBuffer)] = [:]

    init(wording: any OutcomeWording) { self.wording = wording }

    /// The event as desks get it, if it is a translation with a second reading; nil for all other events. Not cached,
    /// as desks are few.
    func bytesForStaff(_ event: FeedEvent) -> ByteBuffer? {
        guard case .translation(let translated) = event, translated.translation.second != nil else { return nil }
        return ByteBuffer(event: "translation", TranslationJSON(of: translated, by: wording, isForStaff: true))
    }

    mutating func bytes(_ event: FeedEvent, epoch: String) -> ByteBuffer {
        if epoch != self.epoch {
            forget()
            self.epoch = epoch
        }
        switch event {
        case .line(let message): return cached(event, as: Key(seq: message.seq, lang: nil), of: nil)
        case .translation(let told):
            return cached(event, as: Key(seq: told.seq, lang: told.lang), of: told.translation)
        default: return encode(event, epoch: epoch)
        }
    }

    private mutating func cached(_ event: FeedEvent, as key: Key, of translation: TranslationOutcome?) -> ByteBuffer {
        if let known = cache[key], known.translation == translation { return known.bytes }
        let bytes = encode(event, epoch: epoch)
        cache[key] = (translation, bytes)
        return bytes
    }

    mutating func forget() { cache = [:] }

    /// Drops the cached lines before a number, with their translations.
    mutating func forget(before seq: Int) { cache = cache.filter { $0.key.seq >= seq } }

    mutating func forget(_ numbers: Set<Int>) { cache = cache.filter { !numbers.contains($0.key.seq) } }

    /// Encodes an event without caching it.
    func encode(_ event: FeedEvent, epoch: String) -> ByteBuffer {
        switch event {
        case .line(let message): ByteBuffer(event: "line", id: "\(epoch):\(message.seq)", LineJSON(message))
        case .translation(let translated):
            ByteBuffer(event: "translation", TranslationJSON(of: translated, by: wording))
        case .joined(let info, let n): ByteBuffer(event: "joined", MemberChangeJSON(member: .init(info), n: n))
        case .left(let info, let n): ByteBuffer(event: "left", MemberChangeJSON(member: .init(info), n: n))
        case .changed(let info, let n): ByteBuffer(event: "changed", MemberChangeJSON(member: .init(info), n: n))
        case .presence(let presence): ByteBuffer(event: "presence", PresenceJSON(presence))
        case .gap(let gap): ByteBuffer(event: "gap", ["from": gap.lowerBound, "to": gap.upperBound])
        case .notice(let notice, let translation): encoded(notice, translation)
        case .unclear(let id, let by, let isPresent):
            ByteBuffer(
                event: "unclear", JoinedJSON(AskerJSON(by), UnclearJSON(id: id.description, present: isPresent)))
        case .person(let by, let id, let contact):
            ByteBuffer(event: "person", JoinedJSON(AskerJSON(by), PersonJSON(id: id?.description, contact: contact)))
        case .help(let call): ByteBuffer(event: "help", HelpJSON(call))
        case .muted(let isMuted): ByteBuffer(event: "muted", ["muted": isMuted])
        case .report(let report): ByteBuffer(event: "report", ReportJSON(report))
        case .cleared: ByteBuffer(event: "cleared", [String: String]())
        case .removed(let fault): ByteBuffer(event: "removed", WebRefusal(fault))
        case .closing(let why):
            ByteBuffer(event: "closing", ["text": why.english, "detail": why.name].compactMapValues { $0 })
        case .mutualReach(let reach): ByteBuffer(event: "ahead", MutualReachJSON(reach))
        case .reach(let lines): ByteBuffer(event: "reach", ReachJSON(lines))
        case .languages(let languages): ByteBuffer(event: "languages", languages)
        }
    }

    private func encoded(_ notice: Notice?, _ translation: FeedEvent.Reading?) -> ByteBuffer {
        guard let notice else { return ByteBuffer(event: "notice", ["text": ""]) }
        let reading = translation.map { TranslationJSON($0.translation, to: $0.lang, by: wording) }
        return ByteBuffer(event: "notice", NoticeJSON(notice, reading))
    }
}
