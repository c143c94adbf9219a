import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct PlaceHolderTests {
    @Test func anAddressIsCountedByItselfAndWithItsNetwork() {
        #expect(PlaceHolder.all(of: JoinContext(address: "10.0.0.1")) == [.address(.address("10.0.0.1"))])
        let (one, other) = (
            PlaceHolder.all(of: JoinContext(address: "2001:db8::1")),
            PlaceHolder.all(of: JoinContext(address: "2001:db8::2"))
        )
        #expect(one.count == 2 && one.first != other.first && one.last == other.last)
    }

    @Test func whoHasShownAKeyAndThisMachineCountForTheRoomAlone() {
        #expect(PlaceHolder.all(of: JoinContext(address: "127.0.0.1")).isEmpty)
        #expect(PlaceHolder.all(of: JoinContext(address: "10.0.0.1", role: .staff)).isEmpty)
        #expect(PlaceHolder.all(of: JoinContext(address: "10.0.0.1", role: .relay)).isEmpty)
    }

    /// Their addresses are known to the relay's node alone.
    @Test func thoseBehindARelayAreOneAndThoseElsewhereNone() throws {
        var room = RoomState(settings: .test(), seed: 1, now: at(0))
        var member = try room.admit(.of("anna"), as: JoinContext(address: "10.0.0.1"), now: at(0)).member
        #expect(member.placeHolders == [.address(.address("10.0.0.1"))])
        let relay = MemberNumber(value: 7)
        member.whereabouts = .behind(relay)
        #expect(member.placeHolders == [.relay(relay)])
        member.whereabouts = .elsewhere
        #expect(member.placeHolders.isEmpty)
    }
}
