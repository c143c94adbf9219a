import Foundation
import Testing

@testable import SabirTranslation

@Suite struct RequestTemplateTests {
    private let nasty = "a\"b\\c\n&d=é {target} %0A\u{2028}👍🏽"

    @Test func inJSONAValueStaysAValueWhateverItHolds() throws {
        let text = #"{"a": "<{text}>", "b": {text}, "c": "\"{text}", "{source}": {}}"#
        let template = try RequestTemplate(text, format: .json)
        let filled = template.filled(with: [.text: nasty, .source: "s"])
        let read = try JSONDecoder().decode([String: Value].self, from: Data(filled.utf8))
        #expect(read["a"]?.text == "<\(nasty)>" && read["b"]?.text == nasty && read["c"]?.text == "\"\(nasty)")
        #expect(read.keys.contains("s") && template.fields == [.text, .source])
    }

    @Test func inAURLAndAFormAValueIsPercentEncoded() throws {
        for format in [RequestTemplate.Format.url, .form] {
            let filled = try RequestTemplate("/x?q={text}&t={target}", format: format)
                .filled(with: [.text: nasty, .target: "es"])
            let items = try #require(URLComponents(string: "http://h" + filled)?.queryItems)
            #expect(items.map(\.value) == [nasty, "es"])
            #expect(filled.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        }
    }

    @Test func plainTextIsAsItIsAndAFieldWithoutAValueIsEmpty() throws {
        #expect(try RequestTemplate("{key}|{text}", format: .plain).filled(with: [.text: nasty]) == "|\(nasty)")
    }

    @Test(arguments: ["{txt}", "a{text}{_}", "{\"q\": \"{Text}{sources}\"}"])
    func aFieldThatIsNoneIsRefused(text: String) {
        #expect(throws: RequestTemplate.UnknownField.self) { _ = try RequestTemplate(text, format: .json) }
    }

    private enum Value: Decodable {
        case string(String)
        case object

        init(from decoder: any Decoder) throws {
            let text = try? decoder.singleValueContainer().decode(String.self)
            self = text.map(Value.string) ?? .object
        }

        var text: String? { if case .string(let text) = self { text } else { nil } }
    }
}

@Suite struct JSONPointerTests {
    /// The examples of RFC 6901 §5, with texts where it has numbers.
    private let document = Array(
        #"{"foo":["bar","baz"],"":"0","a/b":"1","c%d":"2","e^f":"3","k\"l":"6"," ":"7","m~n":"8","n":9}"#.utf8)

    @Test(arguments: [
        ("/foo/0", "bar"), ("/foo/1", "baz"), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/k\"l", "6"),
        ("/ ", "7"), ("/m~0n", "8"),
    ])
    func findsATextWhereverItStands(pointer: String, text: String) throws {
        #expect(try #require(JSONPointer(pointer)).value(in: document) as? String == text)
    }

    @Test(arguments: ["", "/foo", "/foo/2", "/foo/-", "/foo/00", "/foo/+1", "/foo/-1", "/n", "/no", "/foo/0/x", "//"])
    func findsNothingWhereNoTextStands(pointer: String) throws {
        #expect(try #require(JSONPointer(pointer)).value(in: document) as? String == nil)
    }

    @Test func theWholeDocumentMayBeTheText() throws {
        let whole = try #require(JSONPointer(""))
        #expect(whole.value(in: Array("\"hola\"".utf8)) as? String == "hola")
        #expect(whole.value(in: Array("hola".utf8)) == nil)
    }

    @Test(arguments: ["a", "foo/0", "/~", "/~2", "/a~"]) func whatIsNoPointerIsRefused(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test func anEscapedTildeBeforeAOneIsNoSlash() throws {
        #expect(try #require(JSONPointer("/~01")).value(in: Array(#"{"~1":"x"}"#.utf8)) as? String == "x")
    }
}
