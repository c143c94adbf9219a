import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// Who a guest is to its host, and a guest that waits for a host that is not there yet.
@Suite struct GuestDeviceTests {
    private static let room = "7d9f1c1e-4b1a-4f0e-9d7a-2f1d5c3b6a01"
    private static let other = "0b57a2d8-2a53-4a4e-8c54-9e7f2b1f7c11"
    private let device = GuestDevice(secret: "mine", room: Self.room, stranger: "fresh")

    @Test(arguments: [room, room.uppercased(), "Reception", nil])
    func aRoomThatMayBeTheOneIsToldTheSecret(asked: String?) {
        #expect(device.secret(for: asked) == "mine")
    }

    @Test func anotherRoomIsNot() {
        #expect(device.secret(for: Self.other) == "fresh")
        let unknown = GuestDevice(secret: "mine", stranger: "fresh")
        #expect(unknown.secret(for: Self.other) == "mine", "No room knows it yet.")
    }

    @Test func everyDeviceIsAnother() {
        #expect(GuestDevice() != GuestDevice())
        #expect(GuestDevice().secret.count > 20)
    }

    @Test func theHelloNamesTheDeviceOfTheRoomItGoesTo() {
        var guest = GuestState(hello: .of("anna"), device: device, now: at(0), seed: 1)
        _ = guest.handle(.start, now: at(0))
        #expect(guest.handle(.connected(room: Self.other), now: at(0)).hello?.device == "fresh")
        var returning = GuestState(hello: .of("anna"), device: device, now: at(0), seed: 1)
        _ = returning.handle(.start, now: at(0))
        #expect(returning.handle(.connected(room: Self.room), now: at(0)).hello?.device == "mine")
    }

    @Test func aPatientGuestWaitsForItsFirstHostAndSaysSoOnce() {
        var scene = GuestScene()
        scene.guest = GuestState(hello: .of("anna"), isPatient: true, now: at(0), seed: 1)
        _ = scene.feed(.start)
        var events = scene.feed(.unreachable("Nobody there.")).events
        for _ in 0..<5 {
            #expect(scene.wait(6) == [.connect])
            events += scene.feed(.unreachable("Nobody there.")).events
        }
        #expect(events == [.reconnecting(reason: "Nobody there.")])
        _ = scene.wait(6)
        _ = scene.feed(.connected(room: nil))
        #expect(scene.welcome().events == [.welcome(GuestScene.welcomed())])
    }

    @Test func whatIsForgottenIsNotSentWhenTheHostIsBack() {
        var scene = GuestScene.member()
        _ = scene.feed(.disconnected("Gone."))
        _ = scene.say(1)
        _ = scene.say(2)
        _ = scene.feed(.forget(.numbered(1)))
        _ = scene.wait(6)
        _ = scene.feed(.connected(room: nil))
        #expect(scene.welcome().saidIDs == [.numbered(2)])
    }

    @Test func aPatientGuestStillTakesNoForAnAnswer() {
        var scene = GuestScene()
        scene.guest = GuestState(hello: .of("anna"), isPatient: true, now: at(0), seed: 1)
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil))
        let fault = WireFault(.banned, "No.", fatal: true)
        #expect(scene.hear(.error(fault)) == [.emit(.ended(fault)), .close, .finish])
    }
}
