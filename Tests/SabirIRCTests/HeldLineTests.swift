import SabirProtocol
import Testing

@testable import SabirIRC

/// Lines that a node holds for a room's host elsewhere.
@Suite struct HeldLineTests {
    private static let notice = ":sabir!sabir@sabir NOTICE #Reception :"

    private func holding(_ id: MessageID) -> (scene: Scene, anna: ConnectionID) {
        var scene = Scene()
        let anna = scene.joins("anna", "en")
        scene.fault = WireFault(.held, "It waits.", id: id)
        scene.says(anna, "PRIVMSG #reception :ten milligrams")
        return (scene, anna)
    }

    @Test func aHeldLineIsToldAsWaitingAndThenAsSent() throws {
        let id = MessageID()
        var (scene, anna) = holding(id)
        #expect(scene.reads(anna) == [Self.notice + "… irc.held/en ten milligrams"])
        let me = try #require(scene.seat(of: anna)).info
        scene.hears(
            .line(
                Message(
                    seq: 50, id: id, ts: 0, member: me.id, from: me.name, lang: me.lang, text: "ten milligrams",
                    reply: nil)))
        #expect(scene.reads(anna) == [Self.notice + "✓ irc.went/en ten milligrams"])
    }

    @Test func aHeldLineThatIsNotTakenIsToldAsNotSent() throws {
        let id = MessageID()
        var (scene, anna) = holding(id)
        let other = scene.joins("rosa", "es")
        _ = scene.reads(anna)
        let me = try #require(scene.seat(of: anna)).info
        scene.hears(.heldLineRefused(id, WireFault(.muted, "Muted.", id: id), to: me.id))
        #expect(scene.reads(anna) == [Self.notice + "✗ help.refused/en: ten milligrams — Muted."])
        #expect(scene.reads(other).isEmpty, "It is nobody else's.")
    }

    @Test func whoIsMutedIsToldAtOnceAndNobodyElse() throws {
        var scene = Scene()
        let (anna, rosa) = (scene.joins("anna", "en"), scene.joins("rosa", "es"))
        (_, _) = (scene.reads(anna), scene.reads(rosa))
        let me = try #require(scene.seat(of: anna)).info
        scene.hears(.muted(me.id, true))
        #expect(scene.reads(anna) == [":sabir!sabir@sabir NOTICE #Reception chat.refused.muted/en"])
        scene.hears(.muted(me.id, false))
        #expect(scene.reads(anna) == [":sabir!sabir@sabir NOTICE #Reception irc.unmuted/en"])
        scene.hears(.muted(MemberID(rawValue: "m999"), true))
        #expect(scene.reads(rosa).isEmpty && scene.reads(anna).isEmpty)
    }

    @Test func whatIsHeldEndsWithTheNodeAndIsSaid() {
        var (scene, anna) = holding(MessageID())
        _ = scene.reads(anna)
        scene.shutsDown()
        #expect(scene.reads(anna).first == ":sabir!sabir@sabir NOTICE anna :✗ help.refused/en: ten milligrams")
    }
}
