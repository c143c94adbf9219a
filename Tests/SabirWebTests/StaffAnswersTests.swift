import SabirProtocol
import Testing

@testable import SabirWeb

/// What writers of lines to staff are told of them.
struct StaffAnswersTests {
    private func writer(_ number: Int, in room: String = "r1") -> PrivateTalks.Asker {
        PrivateTalks.Asker(room: room, member: MemberID(rawValue: "m\(number)"))
    }

    @Test func theLastOneStandsUntilItsRoomIsCleared() async {
        let answers = StaffAnswers()
        await answers.keep(ReadByStaffJSON(ts: 1, answer: nil), for: writer(1))
        await answers.keep(ReadByStaffJSON(ts: 2, answer: nil), for: writer(1))
        await answers.keep(ReadByStaffJSON(ts: 3, answer: nil), for: writer(1, in: "r2"))
        #expect(await answers.last(for: writer(1))?.ts == 2)
        #expect(await answers.last(for: writer(2)) == nil, "nobody else's")
        await answers.forget(room: "r1")
        #expect(await answers.last(for: writer(1)) == nil)
        #expect(await answers.last(for: writer(1, in: "r2"))?.ts == 3)
    }

    @Test func theOldestGoWhereThereAreTooMany() async {
        let answers = StaffAnswers()
        for number in 0...StaffAnswers.most {
            await answers.keep(ReadByStaffJSON(ts: number, answer: nil), for: writer(number))
        }
        #expect(await answers.last(for: writer(0)) == nil)
        #expect(await answers.last(for: writer(1))?.ts == 1)
        #expect(await answers.last(for: writer(StaffAnswers.most))?.ts == StaffAnswers.most)
    }
}
