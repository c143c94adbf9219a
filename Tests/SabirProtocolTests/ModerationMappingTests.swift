import NIOCore
import Testing

@testable import SabirProtocol

/// What is told of an action leads back to it, at whichever node it is heard.
@Suite struct ModerationMappingTests {
    private static let boris = MemberID(rawValue: "m1")
    private static let actions: [ModerationAction] = [
        .mute(boris), .unmute(boris), .remove(boris), .ban(boris, minutes: 5), .unban(boris),
        .ban(boris, minutes: 60, scope: .address), .lock, .unlock, .topic("Noon"), .clear, .close, .open,
    ]

    @Test(arguments: actions) func whatIsToldLeadsBack(action: ModerationAction) {
        guard case .acted(let event) = action.told(named: "Boris") else {
            Issue.record("an action is told as something else")
            return
        }
        #expect(ModerationAction(event) == action)
        #expect(event.name == (action.member == nil ? nil : "Boris"))
        #expect(Self.actions.filter { $0.isAnswered(by: .acted(event)) }.map(\.name) == same(action).map(\.name))
    }

    /// A refused ban of another length is answered by the same word.
    private func same(_ action: ModerationAction) -> [ModerationAction] {
        Self.actions.filter { $0.name == action.name }
    }

    @Test func whatIsCleanedOnTheWayIsAnAnswerStill() {
        #expect(ModerationAction.topic(" Noon\u{202E}").isAnswered(by: .acted(ModerationEvent(.topic, text: "Noon"))))
        #expect(!ModerationAction.topic("One").isAnswered(by: .acted(ModerationEvent(.topic, text: "Noon"))))
        let notice = Notice(text: "Wait", lang: LanguageTag("en")!, ts: 9, id: MessageID())
        #expect(ModerationAction.notice("Wait\u{202E}", LanguageTag("de")!).isAnswered(by: .notice(notice)))
        #expect(ModerationAction.bans.isAnswered(by: .bans([])) && !ModerationAction.lock.isAnswered(by: .bans([])))
    }

    @Test func whatIsNotKnownIsNoActionAndIsPassedOn() throws {
        let event = ModerationEvent(ActName(rawValue: "whisper"), on: Self.boris, named: "Boris")
        #expect(ModerationAction(event) == nil && ModerationAction(ModerationEvent(.mute)) == nil)
        let body = ByteBuffer(framing: .acted(event)).readableBytesView.dropFirst(4)
        #expect(try HostPacket(body: ByteBuffer(bytes: body)) == .acted(event))
    }
}
