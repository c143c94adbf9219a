import Testing

@testable import SabirRooms

@Suite struct EntrancesTests {
    @Test func aDeviceComesInByTheNewestOfItsHellos() {
        var entrances = Entrances()
        let (first, second) = (entrances.begin("a"), entrances.begin("a"))
        let other = entrances.begin("b")
        let ends = [entrances.end(first, "a"), entrances.end(second, "a"), entrances.end(other, "b")]
        #expect(ends == [false, true, true])
    }

    @Test func whoHasComeInMeanwhileIsNotTakenOver() {
        var entrances = Entrances()
        let turn = entrances.begin("a")
        entrances.overtake("a")
        let may = entrances.end(turn, "a")
        #expect(!may)
    }

    @Test func withoutADeviceNobodyIsOvertaken() {
        var entrances = Entrances()
        let (first, second) = (entrances.begin(nil), entrances.begin(nil))
        entrances.overtake(nil)
        let ends = [entrances.end(second, nil), entrances.end(first, nil)]
        #expect(ends == [true, true])
    }
}
