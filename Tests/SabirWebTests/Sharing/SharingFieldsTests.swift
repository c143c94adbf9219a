import Foundation
import Testing

@testable import SabirWeb

@Suite struct SharingFieldsTests {
    private func fields(
        _ body: String, type: String? = "application/x-www-form-urlencoded", query: String? = nil
    ) throws -> SharingFields {
        try SharingFields(query: query, contentType: type, body: Array(body.utf8))
    }

    @Test func formsAreDecoded() throws {
        let form = try fields("q=a+b%2Bc%20%C3%A9&empty=&flag&odd=%zz%4&x=1=2&q=second&%71%32=n")
        #expect(form["q"] == .text("a b+c é"))
        #expect(form["empty"] == .text(""))
        #expect(form["flag"] == .text(""))
        #expect(form["odd"] == .text("%zz%4"))
        #expect(form["x"] == .text("1=2"))
        #expect(form["q2"] == .text("n"))
        #expect(form["none"] == nil)
    }

    /// What looks like one character may be a million that an engine counts.
    @Test func textsAreMeasuredInUnicodeScalars() throws {
        let text = "e" + String(repeating: "\u{301}", count: 500)
        #expect(text.count == 1)
        let fields = try fields("q=\(text)&source=fr&target=es")
        #expect(try SharingQuestion(fields, settings: SharingSettings(addresses: ["::1"], port: 0)).characters == 501)
        var short = SharingSettings(addresses: ["::1"], port: 0)
        short.charactersPerText = 500
        #expect(throws: SharingFault.self) { try SharingQuestion(fields, settings: short) }
    }

    @Test func lineEndsOfFormsAreOne() throws {
        #expect(try fields("q=a%0D%0Ab%0Dc")["q"] == .text("a\nb\nc"))
    }

    @Test func theQueryGoesBeforeTheForm() throws {
        #expect(try fields("q=form&b=2", query: "q=query")["q"] == .text("query"))
        #expect(try fields("q=form&b=2", query: "q=query")["b"] == .text("2"))
    }

    @Test func whatIsNoUnicodeIsRefused() {
        #expect(throws: SharingFault.invalid("Invalid request: the text is not UTF-8")) { try fields("q=%FF") }
    }

    @Test func multipartIsRefusedAndOtherTypesArePassedOver() throws {
        let error = "multipart/form-data is not supported; send JSON or application/x-www-form-urlencoded"
        #expect(throws: SharingFault.invalid("Invalid request: " + error)) {
            try fields("--b\r\n\r\n--b--", type: "Multipart/Form-Data; boundary=b")
        }
        #expect(try fields("q=a", type: "text/plain")["q"] == nil)
        #expect(try fields("q=a", type: "text/plain", query: "q=query")["q"] == .text("query"))
    }

    @Test(arguments: [
        ("application/json", #"{"q":["a","é"],"n":1}"#), ("application/x-www-form-urlencoded", "q=a+b&c=%C3%A9&d"),
    ])
    func anyBytesAreReadOrRefused(type: String, body: String) {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<1_500 {
            var bytes = Array(body.utf8)
            for _ in 0..<6 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? SharingFields(query: nil, contentType: type, body: bytes)
        }
    }

    @Test func deeplyNestedJSONIsRefused() {
        let body = String(repeating: "[", count: 60_000)
        #expect(throws: SharingFault.invalid("Invalid JSON format")) { try fields(body, type: "application/json") }
        let object = "{\"q\":" + String(repeating: "[", count: 30_000) + String(repeating: "]", count: 30_000) + "}"
        _ = try? fields(object, type: "application/json")
    }
}
