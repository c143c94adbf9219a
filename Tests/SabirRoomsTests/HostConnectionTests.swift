import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct HostConnectionTests {
    private let hello = Hello.of("anna")

    private func member() -> HostConnection {
        var connection = HostConnection()
        _ = connection.received(.hello(hello))
        connection.joined()
        return connection
    }

    private func ended() -> HostConnection {
        var connection = member()
        connection.ended()
        return connection
    }

    private func code(_ action: HostConnection.Action) -> ErrorCode? {
        guard case .closeSaying(let fault) = action, fault.fatal else { return nil }
        return fault.code
    }

    @Test func aHelloAsksToJoinAndAMembersPacketsAreDelivered() {
        var connection = HostConnection()
        #expect(connection.received(.hello(hello)) == .join(hello))
        connection.joined()
        for packet in [MemberPacket.message(Draft(text: "hola")), .who(after: nil), .ping(nil), .hello(hello)] {
            #expect(connection.received(packet) == .deliver)
        }
    }

    @Test func whatComesBeforeTheHelloEndsTheConnection() {
        for packet in [MemberPacket.message(Draft(text: "hola")), .who(after: nil), .ping(nil), .profile(Profile())] {
            var connection = HostConnection()
            #expect(code(connection.received(packet)) == .badPacket)
            #expect(connection.received(.hello(hello)) == .ignore)
        }
    }

    @Test func typesOfALaterVersionAreIgnoredEvenBeforeTheHello() {
        var connection = HostConnection()
        #expect(connection.received(.unknown("later")) == .ignore)
        #expect(connection.received(.hello(hello)) == .join(hello))
    }

    @Test func theRoomsAreToldBeforeTheHelloAloneAndSoManyTimes() {
        var connection = HostConnection()
        for _ in 0..<HostConnection.mostPages {
            #expect(connection.received(.rooms(after: nil)) == .list(after: nil))
        }
        #expect(code(connection.received(.rooms(after: nil))) == .tooFast)
        connection = HostConnection()
        #expect(connection.received(.rooms(after: nil)) == .list(after: nil))
        #expect(connection.received(.hello(hello)) == .join(hello))
        connection.joined()
        #expect(connection.received(.rooms(after: nil)) == .ignore)
    }

    @Test func whoOnlyAskedHasNoSeatAndIsClosedWhenItsTimeIsOver() {
        var connection = HostConnection()
        _ = connection.received(.hello(hello))
        connection.noteAnswer()
        for packet in [MemberPacket.message(Draft(text: "hola")), .who(after: nil), .hello(hello), .pairs] {
            #expect(connection.received(packet) == .ignore)
        }
        #expect(connection.helloTimedOut() == .close)
        #expect(connection.received(.bye) == .ignore)
    }

    @Test func byeClosesFromEitherSideOfTheHello() {
        var early = HostConnection()
        #expect(early.received(.bye) == .close)
        var connection = member()
        #expect(connection.received(.bye) == .close)
        #expect(connection.received(.message(Draft(text: "hola"))) == .ignore)
    }

    @Test func aMembersWrongFieldIsRefusedAndABreachEndsTheConnection() {
        var connection = member()
        let wrong = WireFault(.badPacket, "The field is wrong.", id: .numbered(1))
        #expect(connection.failed(wrong) == .refuse(wrong))
        #expect(connection.phase == .member)
        #expect(code(connection.failed(WireFault(.badJSON, "Not JSON.", fatal: true))) == .badJSON)
        #expect(connection.phase == .over)
    }

    @Test func beforeTheHelloEveryFaultEndsTheConnection() {
        var connection = HostConnection()
        #expect(code(connection.failed(WireFault(.badName, "The name is empty."))) == .badName)
        #expect(connection.phase == .over)
    }

    @Test func aRefusedHelloIsTheEnd() {
        var connection = HostConnection()
        _ = connection.received(.hello(hello))
        #expect(code(connection.refusedHello(WireFault(.noRoom, "There is no such room."))) == .noRoom)
        #expect(connection.received(.hello(hello)) == .ignore)
    }

    @Test func theHelloTimesOutOnlyWhereNoneCame() {
        var silent = HostConnection()
        #expect(code(silent.helloTimedOut()) == .helloTimeout)
        var connection = member()
        #expect(connection.helloTimedOut() == .ignore)
        #expect(connection.phase == .member)
    }

    @Test func afterTheEndNothingMoreIsDone() {
        var connection = ended()
        #expect(connection.received(.bye) == .ignore)
        #expect(connection.received(.hello(hello)) == .ignore)
        #expect(connection.failed(WireFault(.badJSON, "Not JSON.", fatal: true)) == .ignore)
        #expect(connection.helloTimedOut() == .ignore)
    }
}
