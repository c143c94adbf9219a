import SabirCore
import Testing

@Suite struct JSONFieldsTests {
    @Test func aFieldWithoutAValueIsNullInALiteralAndLeftOutWhereItIsSet() {
        let nobody: String? = nil
        let inner: JSONFields = ["a": true]
        var fields: JSONFields = ["name": nobody, "languages": ["es", "ca"], "n": 2, "inner": inner]
        fields["via"] = nobody
        fields["role"] = Optional("staff")
        #expect(fields.text == #"{"inner":{"a":true},"languages":["es","ca"],"n":2,"name":null,"role":"staff"}"#)
        #expect(fields.with(["n": 3, "name": "a/b"]).text.contains(#""n":3,"name":"a/b","#))
    }
}
