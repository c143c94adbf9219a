import Testing

@testable import SabirHistory

struct RoomChoiceTests {
    private func room(_ number: Int64, _ id: String, _ name: String) -> RoomSummary {
        RoomSummary(number: RoomNumber(value: number), id: id, name: name, newest: 0, lines: 0, times: nil)
    }

    private var rooms: [RoomSummary] {
        [
            room(1, "a1", "Reception"), room(2, "b2", "Café"), room(3, "c3", "Ward"), room(4, "d4", "Ward"),
            room(5, "Ward 7", "Reception desk"),
        ]
    }

    @Test(arguments: [
        ("Reception", "a1"), ("reception", "a1"), ("a1", "a1"), ("CAFE", "b2"), ("Cafe\u{301}", "b2"), ("c3", "c3"),
        ("Ward 7", "Ward 7"), ("RECEPTION DESK", "Ward 7"),
    ]) func aRoomGoesByNameOrId(_ wanted: String, _ id: String) throws {
        #expect(try rooms.room(wanted).id == id)
    }

    @Test func aNameThatSeveralHadIsNotGuessedAt() {
        let error = #expect(throws: HistoryError.self) { try rooms.room("ward") }
        #expect(error?.description.contains("c3, d4") == true)
    }

    @Test func anUnknownRoomIsToldWithThoseThereAre() {
        let error = #expect(throws: HistoryError.self) { try rooms.room("Recep") }
        #expect(error?.description.contains("Reception, Café") == true)
        #expect(throws: HistoryError.self) { try [RoomSummary]().room("Reception") }
    }
}
