import Foundation
import SabirTranslation
import SabirWire

/// `[[translation.endpoint]]`: one engine as it stands in the file, before its secret is fetched and its address
/// judged.
struct EndpointTable {
    var kind: EndpointConfiguration.Kind?
    var name: String?
    var url: String?
    var key: String?
    var keyVariable: String?
    var keyFile: String?
    var languages: [LanguageTag] = []
    var connectTimeout = Duration.milliseconds(500)
    var answerTimeout = Duration.seconds(5)
    var concurrency = 4
    var characters = 2_000
    var allowInternet = false
}

extension EndpointTable: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("kind", \.kind, .kind, required: true),
            .optional("name", \.name, .name),
            .value("url", \.url, .url, required: true),
            .optional("key", \.key, .secret),
            .optional("key_env", \.keyVariable, .variable),
            .optional("key_file", \.keyFile, .path),
            .list("languages", \.languages, .language, count: 0...200),
            .value("connect_timeout", \.connectTimeout, .duration(from: "50ms", to: "1m")),
            .value("answer_timeout", \.answerTimeout, .duration(from: "100ms", to: "5m")),
            .value("concurrency", \.concurrency, .whole(1...64)),
            .value("characters", \.characters, .whole(100...50_000)),
            .value("allow_internet", \.allowInternet, .flag),
        ]
    }

    /// Longest request Apertium APy translates whole: past ten chunks it drops the rest without a word.
    static let maximumForApertium = 4_900

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if kind == .apertium, characters > Self.maximumForApertium {
            let limit = grouped(Self.maximumForApertium)
            reader.report("apertium drops what is longer; allowed: 100 to \(limit)", at: path / "characters")
        }
        let times = reader.accepted(path / "connect_timeout", path / "answer_timeout")
        if times, answerTimeout < connectTimeout {
            reader.report("it is shorter than connect_timeout, which is part of it", at: path / "answer_timeout")
        }
        if let url, let objection = NetworkBoundary.objection(to: url, allowInternet: allowInternet) {
            let sentence = objection.hasSuffix(".") ? String(objection.dropLast()) : objection
            reader.report(printable(sentence, atMost: 400), at: path / "url")
        }
    }

    /// Nil where the table says too little for an endpoint; that is then among the problems.
    func endpoint(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> EndpointConfiguration? {
        let secret = key(at: path, in: &reader)
        guard let kind, let url else { return nil }
        return EndpointConfiguration(
            kind: kind, name: name, url: url, key: secret, languages: languages, connectTimeout: connectTimeout,
            answerTimeout: answerTimeout, concurrency: concurrency, charactersPerRequest: characters,
            allowInternet: allowInternet
        )
    }
}

extension ValueRule where Value == EndpointConfiguration.Kind? {
    fileprivate static var kind: ValueRule {
        let word = ValueRule<EndpointConfiguration.Kind>.word
        return ValueRule(allowed: word.allowed, words: word.words) { value in word.read(value).map(Optional.some) }
    }
}

extension ValueRule where Value == String? {
    /// The base address of an engine, kept without its trailing slashes. It may hold a password that someone tried
    /// to put there, so it is not quoted.
    fileprivate static var url: ValueRule {
        let allowed = "http:// or https://, a host, and if need be a port and a path, without user, ? or #"
        return ValueRule(allowed: allowed, isSecret: true) { value in
            guard case .text(var text) = value, text.utf8.count <= 2_048, NetworkBoundary.host(of: text) != nil else {
                return nil
            }
            while text.hasSuffix("/") { text.removeLast() }
            return NetworkBoundary.host(of: text) == nil ? nil : .some(text)
        }
    }
}
