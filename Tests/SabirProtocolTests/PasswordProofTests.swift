import Testing

@testable import SabirProtocol

@Suite struct PasswordProofTests {
    private func proof(_ text: String) throws(WireFault) -> String {
        try PasswordProof.text(JSONObject(body: body(#"{"type":"proof","proof":"\#(text)"}"#)))
    }

    @Test func aProofIsThirtyTwoBytesOfBase64url() throws {
        let whole = String(repeating: "a", count: PasswordProof.length - 2) + "-_"
        #expect(try proof(whole) == whole)
        for wrong in ["", whole + "a", String(whole.dropLast()), "+" + whole.dropFirst(), whole.dropLast() + "="] {
            #expect(fault { () throws(WireFault) in try proof(wrong) }?.code == .badPacket, "\(wrong)")
        }
    }

    @Test func itHasToBeThere() {
        let none = fault { () throws(WireFault) in try PasswordProof.text(JSONObject(body: body(#"{"a":1}"#))) }
        #expect(none?.code == .badPacket && none?.reason.contains("proof") == true)
    }
}
