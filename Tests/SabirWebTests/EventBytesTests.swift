import NIOCore
import SabirProtocol
import Testing

@testable import SabirFeed
@testable import SabirTranslation
@testable import SabirWeb

/// The bytes of every event of a page's stream, and of every answer about lines, as pages in use read them.
struct EventBytesTests {
    private static let anna = MemberInfo(id: .anna, name: "Anna", lang: "es")
    private static let rosa = MemberInfo(id: MemberID(rawValue: "rosa"), name: "Rosa", lang: "uk", role: .staff)
    private static let reading = TranslationOutcome(
        text: "hello", state: .translated, engine: "test", pivots: ["en", "fr"], cached: true, milliseconds: 7,
        warnings: [TranslationWarning(kind: .numbers, words: ["20"])])
    private static let notice = Notice(text: "hoy no", lang: "es", ts: 9)

    private static func line(
        _ revision: Revision? = nil, reply: MessageID? = nil, role: MemberRole? = nil, isRetracted: Bool = false
    ) -> Message {
        Message(
            seq: 7, id: .numbered(7), ts: 1_007, member: .anna, from: "Anna", lang: "es", text: "a/b \"c\" ñ",
            reply: reply, role: role, revision: revision, isRetracted: isRetracted)
    }

    private static let call = HelpCall(
        caller: anna, about: .numbered(7), contact: "ext. 5", ts: 3, age: 4, state: .coming, by: "Rosa",
        isPresent: false, room: .init(id: "r", name: "Reception"), wish: .privately)

    private static let report = Reported(
        reporter: anna, id: .numbered(7), about: .boris, name: "Boris", text: "mira", ts: 5, staffIsPresent: true,
        state: .seen, room: .init(id: "r", name: "Reception"))

    static let events: [(FeedEvent, String)] = [
        (
            .line(line()),
            #"""
            event: line
            id: e1:7
            data: {"from":"Anna","id":"00000000-0000-4007-8000-000000000007","lang":"es","member":"anna",\#
            "reply":null,"seq":7,"text":"a/b \"c\" ñ","ts":1007}


            """#
        ),
        (
            .line(line(reply: .numbered(6), role: .staff)),
            #"""
            event: line
            id: e1:7
            data: {"from":"Anna","id":"00000000-0000-4007-8000-000000000007","lang":"es","member":"anna",\#
            "reply":"00000000-0000-4006-8000-000000000006","role":"staff","seq":7,"text":"a/b \"c\" ñ",\#
            "ts":1007}


            """#
        ),
        (
            .line(line(.corrects(.numbered(5)))),
            #"""
            event: line
            id: e1:7
            data: {"corrects":"00000000-0000-4005-8000-000000000005","from":"Anna",\#
            "id":"00000000-0000-4007-8000-000000000007","lang":"es","member":"anna","reply":null,"seq":7,\#
            "text":"a/b \"c\" ñ","ts":1007}


            """#
        ),
        (
            .line(line(.retracts(.numbered(5)))),
            #"""
            event: line
            id: e1:7
            data: {"from":"Anna","id":"00000000-0000-4007-8000-000000000007","lang":"en","member":"anna",\#
            "reply":null,"retracts":"00000000-0000-4005-8000-000000000005","seq":7,"text":"","ts":1007}


            """#
        ),
        (
            .line(line(isRetracted: true)),
            #"""
            event: line
            id: e1:7
            data: {"from":"Anna","id":"00000000-0000-4007-8000-000000000007","lang":"en","member":"anna",\#
            "reply":null,"retracted":true,"seq":7,"text":"","ts":1007}


            """#
        ),
        (
            .translation(.init(id: .numbered(7), seq: 7, lang: "en", translation: reading)),
            #"""
            event: translation
            data: {"cached":true,"engine":"test","id":"00000000-0000-4007-8000-000000000007","lang":"en",\#
            "ms":7,"pivot":"en,fr","reason":null,"seq":7,"state":"translated","text":"hello",\#
            "warnings":[{"kind":"numbers","text":"numbers en","weight":"loud"}]}


            """#
        ),
        (
            .translation(.init(id: .numbered(7), seq: 7, lang: "en", translation: .untranslated)),
            #"""
            event: translation
            data: {"cached":false,"engine":null,"id":"00000000-0000-4007-8000-000000000007","lang":"en",\#
            "ms":0,"pivot":null,"reason":{"code":"unreachable","text":"unreachable en"},"seq":7,\#
            "state":"untranslated","text":null,"warnings":[]}


            """#
        ),
        (
            .joined(anna, n: 2),
            #"""
            event: joined
            data: {"member":{"id":"anna","lang":"es","name":"Anna"},"n":2}


            """#
        ),
        (
            .left(rosa, n: 1),
            #"""
            event: left
            data: {"member":{"id":"rosa","lang":"uk","name":"Rosa","role":"staff"},"n":1}


            """#
        ),
        (
            .changed(rosa, n: 2),
            #"""
            event: changed
            data: {"member":{"id":"rosa","lang":"uk","name":"Rosa","role":"staff"},"n":2}


            """#
        ),
        (
            .presence(Presence(n: 3, langs: ["es": 2, "uk": 1], joined: [anna], changed: [rosa], left: [.boris])),
            #"""
            event: presence
            data: {"changed":[{"id":"rosa","lang":"uk","name":"Rosa","role":"staff"}],"joined":[{"id":"anna",\#
            "lang":"es","name":"Anna"}],"langs":{"es":2,"uk":1},"left":["boris"],"n":3}


            """#
        ),
        (
            .gap(3...5),
            #"""
            event: gap
            data: {"from":3,"to":5}


            """#
        ),
        (
            .notice(notice, nil),
            #"""
            event: notice
            data: {"lang":"es","text":"hoy no","translation":null,"ts":9}


            """#
        ),
        (
            .notice(notice, .init(lang: "en", translation: reading)),
            #"""
            event: notice
            data: {"lang":"es","text":"hoy no","translation":{"cached":true,"engine":"test","lang":"en",\#
            "ms":7,"pivot":"en,fr","reason":null,"state":"translated","text":"hello",\#
            "warnings":[{"kind":"numbers","text":"numbers en","weight":"loud"}]},"ts":9}


            """#
        ),
        (
            .notice(nil, nil),
            #"""
            event: notice
            data: {"text":""}


            """#
        ),
        (
            .unclear(id: .numbered(7), by: anna, isPresent: true),
            #"""
            event: unclear
            data: {"from":"Anna","id":"00000000-0000-4007-8000-000000000007","lang":"es","member":"anna",\#
            "present":true}


            """#
        ),
        (
            .person(by: anna, about: nil, contact: "ext. 5"),
            #"""
            event: person
            data: {"contact":"ext. 5","from":"Anna","id":null,"lang":"es","member":"anna"}


            """#
        ),
        (
            .person(by: anna, about: .numbered(7), contact: ""),
            #"""
            event: person
            data: {"contact":"","from":"Anna","id":"00000000-0000-4007-8000-000000000007","lang":"es",\#
            "member":"anna"}


            """#
        ),
        (
            .help(call),
            #"""
            event: help
            data: {"about":"00000000-0000-4007-8000-000000000007","age":4,"by":"Rosa","contact":"ext. 5",\#
            "from":"Anna","lang":"es","member":"anna","present":false,"room":{"id":"r","name":"Reception"},\#
            "state":"coming","ts":3,"wish":"private"}


            """#
        ),
        (
            .help(HelpCall(caller: rosa, ts: 3)),
            #"""
            event: help
            data: {"about":null,"age":0,"contact":"","from":"Rosa","lang":"uk","member":"rosa",\#
            "present":true,"role":"staff","state":"open","ts":3}


            """#
        ),
        (
            .muted(true),
            #"""
            event: muted
            data: {"muted":true}


            """#
        ),
        (
            .report(report),
            #"""
            event: report
            data: {"about":"Boris","from":"Anna","kind":"report","lang":null,"member":"anna","message":null,\#
            "reader":"es","room":{"id":"r","name":"Reception"},"state":"seen","text":"mira","ts":5}


            """#
        ),
        (
            .cleared,
            #"""
            event: cleared
            data: {}


            """#
        ),
        (
            .removed(WireFault(.banned, "You are banned from this room.", fatal: true)),
            #"""
            event: removed
            data: {"code":"banned","text":"You are banned from this room."}


            """#
        ),
        (
            .closing("The room is closed."),
            #"""
            event: closing
            data: {"text":"The room is closed."}


            """#
        ),
        (
            .closing(Sentence("No way in here.", as: "relay-struck")),
            #"""
            event: closing
            data: {"detail":"relay-struck","text":"No way in here."}


            """#
        ),
    ]

    @Test(arguments: events.indices) func anEventHasTheseBytes(_ index: Int) {
        let (event, bytes) = Self.events[index]
        var book = EventEncoder(wording: PlainWording())
        #expect(String(buffer: book.bytes(event, epoch: "e1")) == bytes)
        #expect(String(buffer: book.bytes(event, epoch: "e1")) == bytes, "Told once more, it is the same.")
        #expect(
            String(buffer: EventEncoder(wording: PlainWording()).encode(event, epoch: "e1")) == bytes
                || event.isTranslation)
    }

    @Test func olderLinesHaveTheseBytes() {
        let page = HistoryPage(before: 9, messages: [Self.line(), Self.line(.retracts(.numbered(5)))], more: true)
        let bytes = ByteBuffer(event: "lines", OlderLinesJSON(page, epoch: "e1"))
        #expect(
            String(buffer: bytes) == #"""
                event: lines
                data: {"before":9,"epoch":"e1","lines":[{"from":"Anna",\#
                "id":"00000000-0000-4007-8000-000000000007","lang":"es","member":"anna","reply":null,"seq":7,\#
                "text":"a/b \"c\" ñ","ts":1007},{"from":"Anna","id":"00000000-0000-4007-8000-000000000007",\#
                "lang":"en","member":"anna","reply":null,"retracts":"00000000-0000-4005-8000-000000000005",\#
                "seq":7,"text":"","ts":1007}],"more":true}


                """#)
    }

    @Test func aDeskIsGreetedWithTheseBytes() {
        let bytes = ByteBuffer(event: "hello", DeskHelloJSON(epoch: "e1", seq: 9, from: 4, cleared: 2))
        #expect(
            String(buffer: bytes) == #"""
                event: hello
                data: {"cleared":2,"epoch":"e1","from":4,"seq":9}


                """#)
    }
}

extension FeedEvent {
    /// A stream that is told by itself alone is told no translations.
    fileprivate var isTranslation: Bool { if case .translation = self { true } else { false } }
}
