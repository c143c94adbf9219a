import SabirClient
import SabirProtocol
import Testing

@testable import sabir

/// This end's place in the room, by the room's events.
@Suite struct ChatConnectionTests {
    private var connection = ChatConnection()

    @Test("is lost and found")
    mutating func away() {
        connection.follow(.reconnecting(reason: Sentence("gone")))
        #expect(connection.isAway && connection.member == nil)
        connection.follow(.reconnected(welcome(), resumed: true))
        #expect(!connection.isAway && connection.member == MemberID(rawValue: "m9"))
        connection.follow(.packet(.link(Link(up: false, since: 1))))
        #expect(!connection.isLinkUp)
        connection.follow(.reconnected(welcome(), resumed: true))
        #expect(connection.isLinkUp, "Each welcome begins with it up.")
        let fault = WireFault(.closing, "The room closes.")
        connection.follow(.ended(fault))
        #expect(connection.fault == fault)
    }

    @Test("takes revisions where the host does")
    mutating func revisions() {
        let revision = Revision.retracts(MessageID())
        #expect(connection.accepts(nil) && !connection.accepts(revision))
        connection.follow(.welcome(welcome(takeBack: 60)))
        #expect(connection.accepts(revision))
        connection.follow(.reconnected(welcome(takeBack: 0), resumed: true))
        #expect(!connection.accepts(revision))
    }

    @Test("takes confirmations of everybody where the host knows them: that says who may, and may say otherwise later")
    mutating func confirmations() {
        let revision = Revision.confirms(MessageID(), of: MessageID())
        #expect(connection.accepts(revision), "It waits until the host is known.")
        connection.follow(.welcome(welcome()))
        #expect(connection.accepts(revision))
        connection.follow(.reconnected(welcome(features: []), resumed: true))
        #expect(!connection.accepts(revision), "An older host would take it for another message.")
    }

    @Test("takes wishes until a host says that it does not know them")
    mutating func wishes() {
        #expect(connection.acceptsWishes)
        connection.follow(.welcome(welcome(features: [])))
        #expect(!connection.acceptsWishes)
        connection.follow(.reconnected(welcome(features: [.wish]), resumed: true))
        #expect(connection.acceptsWishes)
    }

    @Test("says why there is nothing from before")
    mutating func history() {
        #expect(connection.whyNoHistory?.code == .unreachable)
        connection.follow(.welcome(welcome()))
        #expect(connection.whyNoHistory?.code == .badPacket, "An older host.")
        let kept = HistoryTerms(kept: .memory, seconds: nil, from: 10)
        connection.follow(.reconnected(welcome(history: kept), resumed: true))
        #expect(connection.whyNoHistory == nil)
        #expect(connection.whyNothing(before: 10) == "earlier.newcomers")
        #expect(connection.whyNothing(before: 11) == "earlier.none")
        connection.follow(.reconnecting(reason: Sentence("gone")))
        #expect(connection.whyNoHistory?.code == .unreachable)
        let off = HistoryTerms(kept: .off, seconds: nil, from: 1)
        connection.follow(.reconnected(welcome(history: off), resumed: true))
        #expect(connection.whyNothing(before: 5) == "kept.off")
    }
}
