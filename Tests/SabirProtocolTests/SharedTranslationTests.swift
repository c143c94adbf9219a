import NIOCore
import Testing

@testable import SabirProtocol

/// Questions to a host's engine, and their answers, within their bounds.
@Suite struct SharedTranslationTests {
    private let es = LanguageTag("es")
    private let ca = LanguageTag("ca")

    @Test func aQuestionsTextsAreCleanedAndThenMeasured() throws {
        let text = String(repeating: "🙂", count: 4_000)
        let packet = try MemberPacket(
            body: body(
                #"{"type":"translate","id":"q","source":"ES","target":"ca","texts":["\#(text)\u0007","\#(text)",""]}"#))
        let question = TranslationQuestion(
            id: "q", source: try #require(es), target: try #require(ca), texts: [text, text, ""])
        #expect(packet == .translate(question))
        #expect(packet.length <= Frame.maximumLength)
    }

    @Test(arguments: [(16, 4_000), (1, 70_000), (3, 20_000)])
    func anAnswerFitsItsFrameAndSaysWhatItLeavesOut(count: Int, length: Int) throws {
        let long = TranslatedTexts(
            texts: Array(repeating: String(repeating: "\"", count: length), count: count), engine: "e")
        let fitting = long.fitting(id: "q")
        let frame = ByteBuffer(framing: .translated(id: "q", fitting))
        #expect(frame.readableBytes <= Frame.maximumLength + Frame.headerLength)
        #expect(fitting.texts.count == count)
        #expect(fitting.texts.contains(nil))
        #expect(fitting.reason != nil)
        #expect(fitting.texts.first != .some(nil) || count == 1, "What fits is told.")
        let short = TranslatedTexts(texts: ["hola"], engine: "e")
        #expect(short.fitting(id: "q") == short)
    }

    @Test func warningsGoWithTheirTextsAndAreBounded() throws {
        let long = TranslatedTexts.Warning(
            place: 1, kind: "word-form", words: Array(repeating: String(repeating: "ñ", count: 100), count: 30))
        #expect(long.words == Array(repeating: String(repeating: "ñ", count: 64), count: 20))
        let texts = TranslatedTexts(
            texts: ["a", String(repeating: "b", count: 70_000)], warnings: [.init(place: 0, kind: "numbers"), long])
        let fitting = texts.fitting(id: "q")
        #expect(fitting.texts == ["a", nil] && fitting.warnings == [.init(place: 0, kind: "numbers")])
        let many = (0..<20).map { _ in #"{"place":0,"kind":"term","words":["a\u202eb"]}"# }.joined(separator: ",")
        let json = #"""
            {"type":"translated","id":"q","texts":["a",null],"warnings":[\#(many),{"place":1,"kind":"term"},
            {"place":7,"kind":"term"}]}
            """#
        guard case .translated(_, let read) = try HostPacket(body: body(json)) else {
            Issue.record("no texts")
            return
        }
        #expect(read.warnings == Array(repeating: .init(place: 0, kind: "term", words: ["ab"]), count: 8))
    }

    /// How many pairs a guest reads of a packet, and the packet's length.
    private func told(_ pairs: TranslationPairs) throws -> (count: Int, bytes: Int) {
        let frame = ByteBuffer(framing: .pairs(pairs))
        var decoder = FrameDecoder()
        decoder.append(frame)
        guard case .pairs(let read) = try HostPacket(body: try #require(try decoder.next())) else { return (0, 0) }
        return (read.targets.values.reduce(0) { $0 + $1.count }, frame.readableBytes)
    }

    @Test func pairsAreBoundedInNumberAndFitTheirFrame() throws {
        let long = (10..<70).compactMap { LanguageTag("en-x-aaaaaaaa-bbbbbbbb-cccccccc-\($0)") }
        let wide = try told(TranslationPairs(Dictionary(uniqueKeysWithValues: long.map { ($0, long) })))
        #expect((1_001..<TranslationPairs.maximum).contains(wide.count))
        #expect(wide.bytes <= Frame.maximumLength)
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let short = letters.compactMap { LanguageTag("a" + $0) }
        let many = letters.flatMap { letter in short.compactMap { LanguageTag("\(letter)\($0)") } }
        let all = try told(TranslationPairs(Dictionary(uniqueKeysWithValues: many.map { ($0, short) })))
        #expect(all.count == TranslationPairs.maximum)
    }

    @Test func whatAHostTellsOfPairsIsReadWithinTheSameBound() throws {
        let targets = (0..<3_000).map { _ in #""ca""# }.joined(separator: ",")
        let json = #"{"type":"pairs","pairs":{"es":[\#(targets)],"no tag":["ca"],"fr":"ca","it":[7,"ca"]}}"#
        guard case .pairs(let pairs) = try HostPacket(body: body(json)) else {
            Issue.record("no pairs")
            return
        }
        #expect(pairs.targets.values.map(\.count).reduce(0, +) == TranslationPairs.maximum)
        #expect(pairs.targets.keys.allSatisfy { ["es", "it"].contains($0.description) })
    }

    @Test func aGuestDoesNotTrustItsHostsCleaning() throws {
        let packets = try [
            #"{"type":"notice","text":"a\u202eb","lang":"en","ts":1}"#,
            #"{"type":"translated","id":"q","texts":["a\u0007b"],"reason":"a\nb"}"#,
            #"{"type":"person","member":"m1","from":"a\u001bb","lang":"es","contact":"a\u202eb"}"#,
            #"{"type":"acted","act":"topic","text":"a\u0000b"}"#,
        ].map { try HostPacket(body: body($0)) }
        let lang = try #require(es)
        #expect(packets[0] == .notice(Notice(text: "ab", lang: try #require(LanguageTag("en")), ts: 1)))
        #expect(packets[1] == .translated(id: "q", TranslatedTexts(texts: ["ab"], reason: "ab")))
        let caller = MemberInfo(id: MemberID(rawValue: "m1"), name: "ab", lang: lang)
        #expect(packets[2] == .person(PersonCall(caller: caller, id: nil, contact: "ab")))
        #expect(packets[3] == .acted(ModerationEvent(.topic, text: "ab")))
    }
}
