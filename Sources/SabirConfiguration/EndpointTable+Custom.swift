import Foundation
import SabirTranslation
import SabirProtocol

/// The request templates of a `custom` endpoint, and where its answers hold the translation.
extension EndpointTable {
    /// Whether any template contains the key.
    var usesKey: Bool {
        kind == .custom && ([url, body].compactMap { $0 } + (headers ?? [:]).values).contains { $0.contains("{key}") }
    }

    /// Reads how a custom engine is asked; nil, with the problem reported, if that is not valid.
    func interface(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> CustomInterface? {
        var interface = CustomInterface()
        let method = method ?? (body == nil ? .get : .post)
        interface.method = method.rawValue
        interface.contentType = contentType ?? interface.contentType
        interface.result = result.flatMap(JSONPointer.init)
        interface.codes = codes ?? [:]
        interface.headers = (headers ?? [:]).sorted { $0.key < $1.key }.compactMap { name, text in
            header(name, text, at: path / "headers" / name, in: &reader)
        }
        guard let place = template(pathTemplate, as: .url, at: path / "url", in: &reader) else { return nil }
        interface.path = place
        if let body {
            interface.body = template(body, as: Self.format(of: interface.contentType), at: path / "body", in: &reader)
        }
        checkBody(interface, method, at: path, in: &reader)
        return interface
    }

    private func template(
        _ text: String, as format: RequestTemplate.Format, at path: ConfigurationPath,
        in reader: inout ConfigurationReader
    ) -> RequestTemplate? {
        do throws(RequestTemplate.UnknownField) {
            return try RequestTemplate(text, format: format)
        } catch {
            let name = printable(error.name, atMost: 40)
            let allowed = RequestTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            reader.report("{\(name)} stands for nothing; allowed: \(allowed)", at: path)
            return nil
        }
    }

    private func header(
        _ name: String, _ text: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> CustomInterface.Header? {
        guard let value = template(text, as: .plain, at: path, in: &reader) else { return nil }
        if value.fields.contains(.text) {
            reader.report("{text} cannot stand in a header, which takes neither line ends nor all letters", at: path)
        }
        return CustomInterface.Header(name: name, value: value)
    }

    private func checkBody(
        _ interface: CustomInterface, _ method: Method, at path: ConfigurationPath,
        in reader: inout ConfigurationReader
    ) {
        guard reader.areValid(path / "url", path / "body", path / "content_type") else { return }
        if method == .get, body != nil {
            reader.report("a request by GET has no body; set method to \"POST\", or leave it out", at: path / "method")
        }
        let holdsText = [interface.path, interface.body].contains { $0?.fields.contains(.text) == true }
        if !holdsText {
            reader.report("{text} stands neither in url nor in body, so nothing would be translated", at: path / "url")
        }
        if let template = interface.body, template.format == .json, !isJSON(template) {
            reader.report("it is not JSON when its fields are filled in", at: path / "body")
        }
    }

    private func isJSON(_ template: RequestTemplate) -> Bool {
        let values = template.fields.reduce(into: [:]) { $0[$1] = "a \"b\"\n" }
        let document = Data(template.filled(with: values).utf8)
        return (try? JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)) != nil
    }

    private static func format(of contentType: String) -> RequestTemplate.Format {
        switch contentType {
        case "application/x-www-form-urlencoded": .form
        case "text/plain", "text/plain; charset=utf-8": .plain
        default: .json
        }
    }
}

extension ValueRule where Value == String {
    /// A template may contain a key, so problems do not quote it.
    static var template: ValueRule {
        matching("a text of 1 to 8,192 bytes, with {text} in it", isSecret: true) {
            (1...8_192).contains($0.utf8.count)
        }
    }

    static var contentType: ValueRule {
        let words = [
            "application/json", "application/x-www-form-urlencoded", "text/plain", "text/plain; charset=utf-8",
        ]
        let allowed = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return parsing("one of \(allowed)", words: words) { text in words.first { $0 == text.lowercased() } }
    }

    static var pointer: ValueRule {
        matching("a JSON pointer (RFC 6901), such as \"/translations/0/text\"") { text in
            text.utf8.count <= 1_024 && JSONPointer(text) != nil
        }
    }
}

extension ValueRule where Value == [String: String] {
    /// Names are tokens (RFC 9110 §5.6.2), values one line of ASCII. Headers that libcurl sets itself are refused.
    static var headers: ValueRule {
        let allowed =
            "at most 32 headers with their values, such as { Authorization = \"Bearer {key}\" }, but not Host, "
            + "Content-Length, Content-Type (content_type is its key) or Transfer-Encoding"
        let ours: Set = ["host", "content-length", "content-type", "transfer-encoding"]
        return ValueRule(allowed: allowed, isSecret: true) { value in
            guard case .table(let entries) = value, entries.count <= 32 else { return nil }
            var headers: [String: String] = [:]
            for (name, value) in entries {
                guard case .text(let text) = value, name.isWord(1...128, besides: "!#$%&'*+-.^_`|~"),
                    !ours.contains(name.lowercased()), isLine(text)
                else { return nil }
                headers[name] = text
            }
            return headers
        }
    }

    private static func isLine(_ text: String) -> Bool {
        (1...4_096).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension ValueRule where Value == [LanguageTag: String] {
    static var codes: ValueRule {
        let allowed = "at most 200 language tags with the engine's names for them, such as { zh-Hans = \"zh-CN\" }"
        return byLanguage(allowed) { $0.isVisibleASCII(1...64) }
    }
}
