import SabirCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Whose lines make room in a log in memory, and what is left to be read.
@Suite struct LineSharesTests {
    private static let phone = holders("10.0.0.66")
    private static let hour = 3_600_000

    private static func holders(_ address: String) -> [PlaceHolder] {
        AddressGroup.groups(of: address).map(PlaceHolder.address)
    }

    private static func person(_ number: Int) -> [PlaceHolder] { holders("10.0.1.\(number)") }

    private static func message(_ seq: Int, at ts: Int) -> Message {
        Message(
            seq: seq, id: .numbered(UInt64(seq)), ts: ts, member: MemberID(rawValue: "m1"), from: "anna", lang: "es",
            text: "line \(seq)")
    }

    /// A log with so many lines of ten people, one a minute.
    private static func log(capacity: Int, lines: Int) -> MessageLog {
        var log = MessageLog(capacity: capacity)
        for seq in 1...lines { log.append(message(seq, at: seq * 60_000), of: person(seq % 10)) }
        return log
    }

    @Test func aFloodPushesOutItsOwnLinesAlone() {
        var log = Self.log(capacity: 100, lines: 40)
        for seq in 41...6_040 { log.append(Self.message(seq, at: 41 * 60_000), of: Self.phone) }
        #expect(log.messages.map(\.seq) == Array(1...40) + Array(5_981...6_040))
        #expect(log.oldest == 1 && log.newest == 6_040)
        #expect(log[40]?.seq == 40 && log[41] == nil && log[5_980] == nil && log[5_981]?.seq == 5_981)
        #expect(log.messages(after: 39).map(\.seq) == [40] + Array(5_981...6_040))
        #expect(log.messages(from: 30, before: 5_983, limit: 4).map(\.seq) == [39, 40, 5_981, 5_982])
        #expect(log.messages(from: 39, through: 5_982, limit: 3).map(\.seq) == [39, 40, 5_981])
        #expect(log.messages(from: 41, through: 5_980, limit: 3).isEmpty)
        // Of a full log, too, what it has said within the hour goes first once it is more than its share.
        var full = Self.log(capacity: 100, lines: 400)
        for seq in 401...6_400 { full.append(Self.message(seq, at: 401 * 60_000), of: Self.phone) }
        #expect(full.messages.map(\.seq) == Array(327...400) + Array(6_375...6_400))
    }

    @Test func whatOthersSayDuringAFloodStays() {
        var log = MessageLog(capacity: 100)
        for seq in 1...5_000 {
            let holder = seq % 200 == 0 ? Self.person(seq) : Self.phone
            log.append(Self.message(seq, at: seq * 10), of: holder)
        }
        #expect(
            log.messages.map(\.seq).filter { $0 % 200 == 0 } == stride(from: 200, through: 5_000, by: 200).map(\.self))
        #expect(log.messages.map(\.seq).filter { $0 % 200 != 0 } == Array(4_925...4_999))
    }

    @Test func ofSeveralWhoFloodWhoeverHoldsMostGivesWay() {
        var log = Self.log(capacity: 100, lines: 10)
        for seq in 11...3_010 {
            log.append(Self.message(seq, at: 11 * 60_000), of: Self.holders("10.0.0.\(seq % 3)"))
        }
        #expect(log.messages.map(\.seq) == Array(1...10) + Array(2_921...3_010))
    }

    @Test("of a telephone with very many addresses, beside others of its network", arguments: ["fe80::", "2001:db8::"])
    func aNetworkThatFloodsGivesOfWhoeverThereHoldsMost(network: String) {
        var log = MessageLog(capacity: 1_000)
        for seq in 1...4 { log.append(Self.message(seq, at: seq * 60_000), of: Self.holders("\(network)1:\(seq % 2)")) }
        for seq in 5...2_004 {
            log.append(Self.message(seq, at: 240_000 + seq * 10), of: Self.holders("\(network)2:\(seq % 300)"))
        }
        #expect(log.messages.prefix(4).map(\.seq) == Array(1...4))
        #expect(log.messages.map(\.seq).count == 1_000 && log.newest == 2_004)
    }

    @Test("a house that talks for an hour does not flood, whatever its people's addresses have in common")
    func aBusyHouse() {
        var log = MessageLog(capacity: 1_000)
        // 15 lines a minute, of thirty people.
        for seq in 1...2_000 {
            log.append(Self.message(seq, at: seq * 4_000), of: Self.holders("2001:db8::\(seq % 30)"))
        }
        #expect(log.messages.map(\.seq) == Array(1_001...2_000))
    }

    @Test func inOrdinaryTalkTheOldestLineGoes() {
        var log = MessageLog(capacity: 100)
        // One says two of three lines: 20 an hour, which is less than a quarter of the log.
        for seq in 1...500 {
            log.append(Self.message(seq, at: seq * 120_000), of: Self.person(seq % 3 == 0 ? 1 : 2))
        }
        #expect(log.messages.map(\.seq) == Array(401...500))
        #expect(log.takeEvicted().isEmpty)
    }

    @Test func whatIsNobodysMakesRoomInItsOrder() {
        var log = Self.log(capacity: 100, lines: 40)
        for seq in 41...1_040 { log.append(Self.message(seq, at: 41 * 60_000)) }
        #expect(log.messages.map(\.seq) == Array(941...1_040))
    }

    @Test func aLogOfAFewLinesHasTheNewest() {
        var log = MessageLog(capacity: 20)
        for seq in 1...100 { log.append(Self.message(seq, at: 0), of: seq < 90 ? Self.phone : Self.person(1)) }
        #expect(log.messages.map(\.seq) == Array(81...100))
    }

    @Test func whatIsErasedOrHasHadItsTimeTakesNoShare() {
        var log = Self.log(capacity: 100, lines: 10)
        for seq in 11...100 { log.append(Self.message(seq, at: 11 * 60_000), of: Self.phone) }
        _ = log.forget { $0.seq > 30 }
        // The phone has 20 lines: no more than its share.
        for seq in 101...105 { log.append(Self.message(seq, at: 11 * 60_000), of: Self.person(1)) }
        #expect(log.messages.map(\.seq) == Array(6...30) + Array(101...105))
        log.forget(upTo: 29)
        #expect(log.messages.map(\.seq) == [30] + Array(101...105) && log.oldest == 30)
        log.clear(upTo: log.newest)
        #expect(log.messages.map(\.seq).isEmpty && log.oldest == 106 && log.cleared == 105)
        for seq in 106...400 { log.append(Self.message(seq, at: 11 * 60_000), of: Self.phone) }
        #expect(log.messages.map(\.seq) == Array(301...400))
    }

    @Test func whatGaveWayIsToldOnce() {
        var log = Self.log(capacity: 100, lines: 50)
        for seq in 51...110 { log.append(Self.message(seq, at: 51 * 60_000), of: Self.phone) }
        #expect(log.takeEvicted() == Array(51...60))
        #expect(log.takeEvicted().isEmpty)
    }
}
