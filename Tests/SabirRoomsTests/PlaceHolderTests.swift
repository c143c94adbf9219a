import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct PlaceHolderTests {
    @Test func anAddressIsCountedAsLimitsCountIt() {
        #expect(PlaceHolder(of: JoinContext(address: "10.0.0.1")) == .address("10.0.0.1"))
        let network = PlaceHolder(of: JoinContext(address: "2001:db8::1"))
        #expect(network != nil && network == PlaceHolder(of: JoinContext(address: "2001:db8::2")))
    }

    @Test func whoHasShownAKeyAndThisMachineCountForTheRoomAlone() {
        #expect(PlaceHolder(of: JoinContext(address: "127.0.0.1")) == nil)
        #expect(PlaceHolder(of: JoinContext(address: "10.0.0.1", isStaff: true)) == nil)
        #expect(PlaceHolder(of: JoinContext(address: "10.0.0.1", isRelay: true)) == nil)
    }

    /// Their addresses are known to the relay's node alone.
    @Test func thoseBehindARelayAreOneAndThoseElsewhereNone() throws {
        var room = RoomState(settings: .test(), seed: 1, now: at(0))
        var member = try room.admit(.of("anna"), as: JoinContext(address: "10.0.0.1"), now: at(0)).member
        #expect(member.placeHolder == .address("10.0.0.1"))
        let relay = MemberNumber(value: 7)
        member.whereabouts = .behind(relay)
        #expect(member.placeHolder == .relay(relay))
        member.whereabouts = .elsewhere
        #expect(member.placeHolder == nil)
    }
}
