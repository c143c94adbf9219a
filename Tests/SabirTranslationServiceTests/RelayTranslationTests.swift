import Logging
import SabirTranslation
import SabirProtocol
import Synchronization
import Testing

@testable import SabirNode

/// What a relay answers questions by: its own engines, then those of its host.
@Suite(.timeLimit(.minutes(1))) struct RelayTranslationTests {
    /// A host that writes in capitals, and knows Spanish and Catalan; "no" it cannot translate.
    private final class Capitals: PeerEngine {
        private let asked = Mutex<[String]>([])
        var questions: [String] { asked.withLock { $0 } }

        func pairs() async throws -> [LanguagePair] { [LanguagePair(from: Self.spanish, to: Self.catalan)] }

        func answer(_ texts: [String], from: LanguageTag, to: LanguageTag) async throws -> PeerTranslation {
            asked.withLock { $0 += texts.filter { $0 != "taxi" } }
            let doubtful = texts.indices.filter { texts[$0].hasPrefix("cada") }
            let form = TranslationWarning(kind: .wordForm, words: ["CADA"])
            return PeerTranslation(
                texts: texts.map { $0 == "no" ? nil : $0.uppercased() }, engine: "apertium",
                warnings: Dictionary(uniqueKeysWithValues: doubtful.map { ($0, [form]) }))
        }

        static let spanish = LanguageTag("es")!
        static let catalan = LanguageTag("ca")!
    }

    private let peer = Capitals()
    private let host = HostEngine(besides: Translator([]), languages: [])
    private var relay: RelayTranslation {
        RelayTranslation(
            own: nil, host: host,
            wording: ReaderWording(
                warnings: .english,
                interface: .load(from: nil, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        )
    }

    private func welcome(_ sharing: SharedTranslation?) -> Welcome {
        Welcome(
            room: RoomInfo(id: "r", name: "Reception"), member: MemberID(rawValue: "m9"), epoch: "e", seq: 0, n: 1,
            members: [], langs: [:], limits: Welcome.Limits(frame: 65_536, message: 4_000, rate: 5),
            translation: sharing)
    }

    private func ask(_ texts: [String], here: Bool = false) async -> TranslatedTexts {
        await relay.translate(texts, from: Capitals.spanish, to: Capitals.catalan, staysHere: here)
    }

    @Test func theHostIsAskedWhereItSharesAndTheWayIsThere() async {
        #expect(!relay.isOffered)
        host.update(from: welcome(SharedTranslation(port: nil, connection: true)))
        await host.translator.adopt(peer)
        #expect(relay.isOffered && !host.isReached)
        let away = await ask(["hola"])
        #expect(away.texts == [nil] && away.reason != nil && peer.questions.isEmpty)
        host.setLink(isUp: true)
        let answer = await ask(["hola", "adiós"])
        #expect(answer == TranslatedTexts(texts: ["HOLA", "ADIÓS"], engine: "host (apertium)"))
        #expect(await relay.pairs() == TranslationPairs([Capitals.spanish: [Capitals.catalan]]))
        host.setLink(isUp: false)
        #expect(await ask(["hola"]).texts == [nil])
        #expect(await relay.pairs() == TranslationPairs([:]))
        await host.close()
    }

    /// Else a reader behind it would see a word in its base form, and nothing that says so.
    @Test func whatTheHostWarnsOfIsPassedOn() async {
        host.update(from: welcome(SharedTranslation(port: nil, connection: true)))
        host.setLink(isUp: true)
        await host.translator.adopt(peer)
        let answer = await ask(["hola", "cada 8 horas"])
        #expect(answer.texts == ["HOLA", "CADA 8 HORAS"])
        let form = TranslatedTexts.Warning(place: 1, kind: "word-form", words: ["CADA"])
        #expect(answer.warnings.filter { $0.kind != "echoed" } == [form])
        #expect(answer.knownWarnings[1]?.first == TranslationWarning(kind: .wordForm, words: ["CADA"]))
        let strange = TranslatedTexts(texts: ["a"], warnings: [.init(place: 0, kind: "of-tomorrow")])
        #expect(strange.knownWarnings.isEmpty)
        await host.close()
    }

    /// A question that came from a node by which this one is reached goes no further.
    @Test func nothingIsPassedBack() async {
        host.update(from: welcome(SharedTranslation(port: nil, connection: true)))
        host.setLink(isUp: true)
        await host.translator.adopt(peer)
        #expect(await ask(["hola"], here: true).texts == [nil])
        #expect(peer.questions.isEmpty)
        await host.close()
    }

    @Test func whatTheHostCannotTranslateIsLeftOutWithAReason() async {
        host.update(from: welcome(SharedTranslation(port: nil, connection: true)))
        host.setLink(isUp: true)
        await host.translator.adopt(peer)
        let answer = await ask(["no"])
        #expect(answer.texts == [nil] && answer.engine == nil && answer.reason != nil)
        await host.close()
    }

    @Test func aHostThatSharesNothingIsNotAsked() async {
        host.update(from: welcome(nil))
        host.setLink(isUp: true)
        #expect(!relay.isOffered && !host.isReached)
        #expect(await ask(["hola"]).texts == [nil])
        await host.close()
    }
}
