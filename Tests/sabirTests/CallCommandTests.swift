import SabirProtocol
import Testing

@testable import sabir

/// A call for a person is everybody's; what a line meant is asked of its author.
@Suite struct CallCommandTests {
    @Test func aCallThatNamesNobodyIsAboutNoLine() {
        #expect(ChatCommand(typed: "/person") == .person(nil))
        #expect(ChatCommand(typed: "/person Anna") == .person(.of("Anna")))
        #expect(ChatCommand(typed: "/person private") == .personPrivately)
    }

    @Test func whatWasMeantIsAskedOfWhoeverSpokeLast() {
        #expect(ChatCommand(typed: "/huh") == .unclear(.newest))
        #expect(ChatCommand(typed: "/huh Anna") == .unclear(.of("Anna")))
    }

    @Test func aProgramCallsAboutNoLineOrOne() {
        let id = MessageID()
        #expect(ChatCommand(json: #"{"person":true}"#) == .person(nil))
        #expect(ChatCommand(json: #"{"person":"\#(id)"}"#) == .person(.id(id)))
        #expect(ChatCommand(json: #"{"unclear":"\#(id)"}"#) == .unclear(.id(id)))
    }
}
