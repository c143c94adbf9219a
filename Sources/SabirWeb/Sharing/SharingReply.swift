import HTTPTypes
import Hummingbird
import SabirProtocol
import SabirTranslation

/// The bodies of LibreTranslate's answers (LibreTranslate 1.9, libretranslate/app.py).
enum SharingReply {
    struct Language: Encodable, Sendable {
        let code: String
        let name: String
        var targets: [String]?
    }

    struct Detection: Encodable, Sendable {
        /// The confidence from 0 to 100.
        let confidence: Int
        let language: String

        init(_ language: LanguageTag, confidence: Double) {
            self.language = language.description
            self.confidence = Int((min(max(confidence, 0), 1) * 100).rounded())
        }
    }

    /// A single value, or a list if the request had a list.
    enum OneOrMany<Value: Encodable & Sendable>: Encodable, Sendable {
        case one(Value)
        case many([Value])

        init(_ values: [Value], isBatch: Bool) { self = isBatch ? .many(values) : .one(values[0]) }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .one(let value): try value.encode(to: encoder)
            case .many(let values): try values.encode(to: encoder)
            }
        }
    }

    struct Translation: Encodable, Sendable {
        let translatedText: OneOrMany<String>
        var detectedLanguage: OneOrMany<Detection>?
        var alternatives: OneOrMany<[String]>?
        /// Warnings, a field of Sabir's own that other clients ignore; left out if there are none.
        var warnings: OneOrMany<[Warning]>?
    }

    /// A warning about a translation.
    struct Warning: Encodable, Sendable {
        /// The name of a warning in `share/warnings`.
        let kind: String
        let words: [String]
        let counterparts: [String]

        init(_ warning: TranslationWarning) {
            (kind, words, counterparts) = (warning.kind.rawValue, warning.words, warning.counterparts)
        }
    }

    struct FrontendSettings: Encodable, Sendable {
        struct Languages: Encodable, Sendable {
            let source: Language
            let target: Language
        }

        let apiKeys = false
        let charLimit: Int
        let filesTranslation = false
        let frontendTimeout = 500
        let keyRequired = false
        let language: Languages
        let suggestions = false
        let supportedFilesFormat: [String] = []
    }

    static func error(_ fault: SharingFault) -> Response {
        var response = Response(json: ["error": fault.text], status: HTTPResponse.Status(code: fault.status))
        if let seconds = fault.seconds { response.headers[.retryAfter] = String(seconds) }
        return response
    }
}
