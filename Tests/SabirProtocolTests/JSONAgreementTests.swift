import Foundation
import NIOCore
import Testing

@testable import SabirProtocol

/// Foundation's reader as an independent judge of what JSON is.
@Suite struct JSONAgreementTests {
    private static let documents = [
        #"{"type":"bye"}"#, #"{"a":[1,-2.5e3,0],"b":{}}"#, #" { "k" : "v\n\u00e9" , "x" : null } "#,
        #"{"t":true,"f":false,"n":null}"#, #"{"a":[],"b":[[]],"c":""}"#, #"{"é":"🙂","\"":"\\"}"#, #"{"n":-0.0e-1}"#,
    ]
    private static let alphabet = Array(#"{}[]":,\/ 019-+.eEtfnux'"#.utf8) + [0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x7F]

    private func isAccepted(_ bytes: [UInt8]) -> Bool { (try? JSONObject(body: ByteBuffer(bytes: bytes))) != nil }

    private func foundationAccepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
    }

    @Test(arguments: documents) func smallDocumentsAreJudgedAsFoundationJudgesThem(document: String) {
        for bytes in mutants(of: document, Self.alphabet) {
            let ours = isAccepted(bytes)
            let theirs = foundationAccepts(bytes)
            if ours == theirs { continue }
            let isKnown = ours ? overflows(bytes) : hasTrailingComma(bytes)
            #expect(isKnown, "ours \(ours), Foundation's \(theirs): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Foundation takes a comma before a closing bracket; RFC 8259 §4 and §5 do not.
    private func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { index in
            guard bytes[index] == UInt8(ascii: ",") else { return false }
            let next = bytes[(index + 1)...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard next == UInt8(ascii: "}") || next == UInt8(ascii: "]") else { return false }
            var without = bytes
            without.remove(at: index)
            return isAccepted(without)
        }
    }

    /// Foundation refuses a number beyond a double; the grammar has no largest number.
    private func overflows(_ bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains(/e\+?\d{3}/) }

    /// Where they part, and that they do: a change on either side is noticed.
    @Test(arguments: [
        (#"{"a":1,"a":2}"#, true, true), (#"{"x":"\ud83d"}"#, true, false), (#"{"x":1e400}"#, true, false),
        ("{\"x\":1,}", false, true),
        ("\u{FEFF}{}", false, true), (#"{"x":123456789012345678901234567890}"#, true, true), ("1", false, false),
        ("[]", false, false),
        (#"{"x":"# + String(repeating: "[", count: 16) + String(repeating: "]", count: 16) + "}", false, true),
    ])
    func theyPartWhereTheContractSaysSo(text: String, ours: Bool, foundations: Bool) {
        #expect(isAccepted(Array(text.utf8)) == ours)
        #expect(foundationAccepts(Array(text.utf8)) == foundations)
    }
}
