import SabirTranslation
import SabirProtocol
import Testing

@testable import SabirConfiguration

@Suite("Engines of a configuration")
struct EngineConfigurationTests {
    private func endpoint(_ lines: String) throws -> EndpointConfiguration {
        let read = try configuration("[[translation.endpoint]]\n" + lines)
        return try #require(read.translation.endpoints.first)
    }

    private func found(_ lines: String) -> [String] { problems(in: "[[translation.endpoint]]\n" + lines) }

    @Test("have the addresses and times of their kind")
    func defaults() throws {
        let free = try endpoint("kind = \"deepl\"\nkey = \"abc:fx\"\nallow_internet = true")
        #expect(free.url == "https://api-free.deepl.com" && free.key == "abc:fx" && free.name == "deepl")
        #expect(free.connectTimeout == .seconds(3) && free.answerTimeout == .seconds(8))
        let paid = try endpoint("kind = \"deepl\"\nkey = \"abc\"\nallow_internet = true\nanswer_timeout = \"4s\"")
        #expect(paid.url == "https://api.deepl.com" && paid.answerTimeout == .seconds(4))
        let azure = try endpoint("kind = \"azure\"\nkey = \"k\"\nregion = \"westeurope\"\nallow_internet = true")
        #expect(azure.url == "https://api.cognitive.microsofttranslator.com" && azure.region == "westeurope")
        let memory = try endpoint("kind = \"mymemory\"\nemail = \"a@clinic.example\"\nallow_internet = true")
        #expect(memory.email == "a@clinic.example")
        let model = try endpoint("kind = \"openai\"\nurl = \"http://10.0.0.2:8080/v1/\"\nmodel = \"m\"")
        #expect(model.url == "http://10.0.0.2:8080/v1" && model.model == "m" && model.answerTimeout == .seconds(14))
    }

    @Test("that lie outside are refused until that is allowed, at their default addresses too")
    func nothingLeavesUnasked() {
        for kind in ["deepl", "google", "azure", "mymemory"] {
            let found = found("kind = \"\(kind)\"\nkey = \"k\"")
            #expect(found.count == 1 && found[0].contains("allow_internet = true"), "\(found)")
        }
        let model = found("kind = \"openai\"\nmodel = \"m\"")
        #expect(model.count == 1 && model[0].contains("api.openai.com is not on this computer"))
        let custom = found(
            "kind = \"custom\"\nurl = \"https://mt.example.org/?q={text}\"\nresult = \"/t\"")
        #expect(custom.count == 1 && custom[0].hasPrefix("sabir.toml:3:") && custom[0].contains("mt.example.org"))
    }

    @Test("of kind custom are a host, templates and a pointer")
    func custom() throws {
        let read = try endpoint(
            """
            kind = "custom"
            url = "http://127.0.0.1:9/api?t={target}"
            key = "s3cret"
            headers = { X-Key = "{key}" }
            body = '{"q": {text}, "from": "{source}"}'
            result = "/a~1b/0"
            codes = { zh-Hans = "zh-CN" }
            """)
        #expect(read.url == "http://127.0.0.1:9")
        let interface = try #require(read.custom)
        #expect(interface.method == "POST" && interface.contentType == "application/json")
        #expect(interface.path.filled(with: [.target: "zh CN"]) == "/api?t=zh%20CN")
        #expect(interface.headers.map(\.name) == ["X-Key"])
        let body = interface.body?.filled(with: [.text: "a \"b\"", .source: "e\"n"])
        #expect(body == #"{"q": "a \"b\"", "from": "e\"n"}"#)
        let tag = try #require(LanguageTag("zh-Hans"))
        #expect(interface.codes == [tag: "zh-CN"])
        var dumped = ""
        dump(read, to: &dumped)
        #expect(!dumped.contains("s3cret") && !"\(read) \(interface)".contains("s3cret"))
    }

    @Test("of kind custom without a body are asked by GET")
    func customByGet() throws {
        let read = try endpoint("kind = \"custom\"\nurl = \"http://[::1]:9?q={text}\"\nresult = \"\"")
        #expect(read.url == "http://[::1]:9" && read.custom?.method == "GET")
        #expect(read.custom?.path.filled(with: [.text: "a&b"]) == "?q=a%26b")
    }

    @Test(
        "with keys that do not fit their kind are problems, each with its line",
        arguments: [
            ("kind = \"apertium\"\nurl = \"http://127.0.0.1\"\nmodel = \"m\"", 4, "\"openai\" has"),
            ("kind = \"libretranslate\"\nurl = \"http://127.0.0.1\"\nregion = \"r\"", 4, "\"azure\" has"),
            ("kind = \"libretranslate\"\nurl = \"http://127.0.0.1\"\nemail = \"a@b\"", 4, "\"mymemory\" has"),
            ("kind = \"mymemory\"\nallow_internet = true\nemail = \"a@b@c\"", 4, "an e-mail address"),
            ("kind = \"deepl\"\nallow_internet = true", 1, "takes no request without a key"),
            ("kind = \"openai\"\nurl = \"http://127.0.0.1:1\"", 1, "\"model\" is missing"),
            ("kind = \"libretranslate\"", 1, "\"url\" is missing and has no default"),
            ("kind = \"apertium\"\nurl = \"http://127.0.0.1/?a=b\"", 3, "without user, ? or #"),
            ("kind = \"custom\"\nurl = \"http://127.0.0.1/?q={text}\"", 1, "\"result\" is missing"),
            ("kind = \"custom\"\nurl = \"http://{text}/\"\nresult = \"/a\"", 3, "a host without user or template"),
            ("kind = \"custom\"\nurl = \"http://127.0.0.1/{txt}\"\nresult = \"/a\"", 3, "{txt} stands for nothing"),
            ("kind = \"custom\"\nurl = \"http://127.0.0.1/\"\nresult = \"/a\"", 3, "{text} stands neither"),
            ("kind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"a\"", 4, "a JSON pointer"),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"/a\"\nheaders = { A = \"{text}\" }",
                5, "cannot stand in a header"
            ),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"/a\"\nheaders = { Host = \"a\" }", 5,
                "but not Host"
            ),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"/a\"\nheaders = { A = \"{key}\" }", 1,
                "{key} stands in a template"
            ),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/\"\nresult = \"/a\"\nbody = \"{\\\"q\\\": {text}\"", 5,
                "it is not JSON"
            ),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/\"\nresult = \"/a\"\nbody = \"{text}\"\nmethod = \"GET\"",
                6,
                "by GET has no body"
            ),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"/a\"\ncontent_type = \"text/xml\"", 5,
                "one of \"application/json\""
            ),
            (
                "kind = \"custom\"\nurl = \"http://127.0.0.1/{text}\"\nresult = \"/a\"\ncodes = { es_ES = \"x\" }", 5,
                "language tags"
            ),
        ] as [(String, Int, String)])
    func problemsOfKinds(lines: String, line: Int, fragment: String) {
        let found = found(lines)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasPrefix("sabir.toml:\(line): ") == true, "\(found)")
        #expect(found.first?.contains(fragment) == true, "\(found)")
    }

    @Test("never show a secret that was written into a template")
    func templatesAreSilent() {
        for line in [
            "headers = { A = 7 }\nbody = \"s3cret{nothing}\"", "url = \"s3cret\"", "headers = \"s3cret\"",
            "headers = { A = \"s3cret\\n\" }", "body = [\"s3cret\"]",
        ] {
            let start = line.contains("url") ? "" : "url = \"http://127.0.0.1/{text}?key=s3cret\"\n"
            let found = found("kind = \"custom\"\nresult = \"/a\"\n" + start + line)
            #expect(!found.isEmpty && !found.joined().contains("s3cret"), "\(found)")
        }
    }
}
