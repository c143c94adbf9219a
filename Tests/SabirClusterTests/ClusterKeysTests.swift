import NIOCore
import SabirProtocol
import Testing

@testable import SabirCluster

/// What nodes of a cluster keep for one another of staff's actions: nodes of other versions read it.
@Suite struct ClusterKeysTests {
    @Test func eachActionHasItsKeyAndItsValue() {
        let boris = MemberID(rawValue: "m1")
        let actions: [ModerationAction] = [
            .mute(boris), .unmute(boris), .remove(boris), .ban(boris, minutes: 60),
            .ban(boris, minutes: 5, scope: .address), .unban(boris), .bans, .lock, .unlock,
            .topic(" Closed \u{202E}at noon"), .clear, .close, .open,
        ]
        let kept = actions.map { "\($0.clusterKey) \(text($0.told(ts: 5, id: MessageID())))" }
        #expect(
            kept == [
                #"mute {"type":"acted","act":"mute","member":"m1"}"#,
                #"mute {"type":"acted","act":"unmute","member":"m1"}"#,
                #"remove {"type":"acted","act":"remove","member":"m1"}"#,
                #"ban {"type":"acted","act":"ban","member":"m1","minutes":60,"scope":"device"}"#,
                #"ban {"type":"acted","act":"ban","member":"m1","minutes":5,"scope":"address"}"#,
                #"ban {"type":"acted","act":"unban","member":"m1"}"#,
                #"bans {"type":"acted","act":"bans"}"#,
                #"lock {"type":"acted","act":"lock"}"#,
                #"lock {"type":"acted","act":"unlock"}"#,
                #"topic {"type":"acted","act":"topic","text":"Closed at noon"}"#,
                #"clear {"type":"acted","act":"clear"}"#,
                #"door {"type":"acted","act":"close"}"#,
                #"door {"type":"acted","act":"open"}"#,
            ])
    }

    @Test func aNoticeIsKeptWithAnIDOfItsOwn() {
        let pinned = ModerationAction.notice("Wait", LanguageTag("en")!)
        guard case .notice(let notice) = pinned.told(ts: 5, id: MessageID()) else {
            Issue.record("a notice is kept as something else")
            return
        }
        #expect(pinned.clusterKey == "notice" && notice.id != nil)
        #expect(notice == Notice(text: "Wait", lang: LanguageTag("en")!, ts: 5, id: notice.id))
    }

    private func text(_ packet: HostPacket) -> String {
        // Without the frame's length.
        String(decoding: ByteBuffer(framing: packet).readableBytesView.dropFirst(4), as: UTF8.self)
    }
}
