import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Who reads which language, and from which line on: at this node, behind relays, and elsewhere.
@Suite struct ReadersTests {
    private let es: LanguageTag = "es"
    private let uk: LanguageTag = "uk"

    private func info(_ id: String, _ lang: LanguageTag) -> MemberInfo {
        MemberInfo(id: MemberID(rawValue: id), name: id, lang: lang)
    }

    @Test func whoCameLaterWasNotToldWhatWasSaidBefore() throws {
        var room = RoomState(settings: .test(), seed: 1, now: at(0))
        let anna = try room.admit(.of("anna"), as: JoinContext(author: AuthorID(value: 1)), now: at(0)).member
        for id in 1...3 as ClosedRange<UInt64> {
            _ = room.accept(Draft(id: .numbered(id), text: "x"), from: anna.number, now: at(0), wall: 0)
        }
        _ = try room.admit(.of("late"), as: JoinContext(author: AuthorID(value: 2)), now: at(0))
        #expect(room.readers(besides: []) == [anna.info.lang: [1: 1, 4: 1]])
        #expect(room.readers(besides: [anna.info.id]) == [anna.info.lang: [4: 1]])
    }

    @Test func elsewhereTheyCountFromWhenTheyCameWhereThatIsKnown() {
        var room = RoomState(settings: .following(), seed: 1, upstream: Upstream(), now: at(0))
        // There before this node was: nobody knows since when.
        _ = room.elsewhere(all: [info("m1", es)], now: at(0))
        for number in 1...3 { _ = room.follow(.numbered(UInt64(number), number)) }
        _ = room.elsewhere(info("m2", uk), from: room.newcomersFirstVisibleSeq, now: at(0))
        #expect(room.readers(besides: []) == [es: [1: 1], uk: [4: 1]])
        // Said again of one who is there it changes nothing; a cluster says it itself.
        _ = room.follow(.numbered(4, 4))
        _ = room.elsewhere(info("m2", es), from: room.newcomersFirstVisibleSeq, now: at(0))
        #expect(room.readers(besides: []) == [es: [1: 1, 4: 1]])
        _ = room.elsewhere(
            all: [MemberHere(info("m3", uk), token: "t", firstVisibleSeq: 2), MemberHere(info("m4", uk), token: nil)],
            now: at(0))
        #expect(room.readers(besides: []) == [uk: [2: 1, 1: 1]])
    }
}
