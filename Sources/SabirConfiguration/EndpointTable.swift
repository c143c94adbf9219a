import SabirTranslation
import SabirProtocol

/// `[[translation.endpoint]]`: one engine as written in the file, before its key is read and its address checked.
struct EndpointTable {
    /// What every kind has. Its kind, name, address, key and times are set once the table is read.
    var common = EndpointConfiguration(kind: .custom, url: "")
    var kind: EndpointConfiguration.Kind?
    var name: String?
    var url: String?
    var key: String?
    var keyVariable: String?
    var keyFile: String?
    /// Nil, here and below, means the default of the kind.
    var connectTimeout: Duration?
    var answerTimeout: Duration?
    var method: Method?
    var headers: [String: String]?
    var body: String?
    var contentType: String?
    var result: String?
    var codes: [LanguageTag: String]?

    enum Method: String, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }
}

extension EndpointTable: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .optional("kind", \.kind, .word, required: true),
            .optional("name", \.name, .name),
            .optional("url", \.url, .url),
            .optional("key", \.key, .secret),
            .optional("key_env", \.keyVariable, .variable),
            .optional("key_file", \.keyFile, .path),
            .list("languages", \.common.languages, .language, count: 0...200),
            .optional("connect_timeout", \.connectTimeout, .duration(from: "50ms", to: "1m")),
            .optional("answer_timeout", \.answerTimeout, .duration(from: "100ms", to: "5m")),
            .value("concurrency", \.common.concurrency, .whole(1...64)),
            .value("characters", \.common.charactersPerRequest, .whole(100...50_000)),
            .optional("characters_per_day", \.common.charactersPerDay, .whole(1_000...1_000_000_000)),
            .value("allow_internet", \.common.allowInternet, .flag),
            .optional("model", \.common.model, .text(1...200)),
            .optional("region", \.common.region, .region),
            .optional("email", \.common.email, .email),
            .optional("method", \.method, .word),
            .optional("headers", \.headers, .headers),
            .optional("body", \.body, .template),
            .optional("content_type", \.contentType, .contentType),
            .optional("result", \.result, .pointer),
            .optional("codes", \.codes, .codes),
        ]
    }

    /// The longest request that Apertium APy translates whole: APy silently drops everything after ten chunks.
    static let maximumForApertium = 4_900

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if kind == .apertium, common.charactersPerRequest > Self.maximumForApertium {
            let limit = grouped(Self.maximumForApertium)
            reader.report("apertium drops what is longer; allowed: 100 to \(limit)", at: path / "characters")
        }
        let times = reader.areValid(path / "connect_timeout", path / "answer_timeout")
        if times, answerTime < connectTime {
            reader.report("it is shorter than connect_timeout, which is part of it", at: path / "answer_timeout")
        }
        if let kind { checkKeys(of: kind, at: path, in: &reader) }
        checkAddress(at: path, in: &reader)
    }

    /// Makes the endpoint of this table; nil, with the problem reported, if the table lacks what an endpoint needs.
    func endpoint(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> EndpointConfiguration? {
        let secret = key(at: path, in: &reader)
        guard let kind else { return nil }
        if isClosed(secret) { return nil }
        checkSecret(secret, of: kind, at: path, in: &reader)
        guard let url = baseURL(of: kind, key: secret) else { return nil }
        var endpoint = common
        (endpoint.kind, endpoint.name, endpoint.url, endpoint.key) = (kind, name ?? kind.rawValue, url, secret)
        (endpoint.connectTimeout, endpoint.answerTimeout) = (connectTime, answerTime)
        endpoint.custom = kind == .custom ? interface(at: path, in: &reader) : nil
        return endpoint
    }

    private var connectTime: Duration { connectTimeout ?? (kind ?? .apertium).defaultConnectTimeout }
    private var answerTime: Duration { answerTimeout ?? (kind ?? .apertium).defaultAnswerTimeout }
}
