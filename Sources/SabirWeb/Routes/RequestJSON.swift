import Foundation
import Hummingbird
import NIOCore
import SabirProtocol

extension Request {
    /// The JSON body of a request that changes something, after `ChangeGuard` accepted the request.
    func json<Body: Decodable>(_ type: Body.Type) async throws -> Body {
        try ChangeGuard.check(self)
        let data = try await data(atMost: WebLimits.body)
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw WebRefusal.badRequest(error.sentence)
        }
    }

    /// The bytes of the body. For a request that changes something, call ``ChangeGuard`` first.
    func data(atMost bytes: Int) async throws -> Data {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > bytes { throw WebRefusal.tooLarge }
        do {
            return Data(try await body.collect(upTo: bytes).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw WebRefusal.tooLarge
        } catch {
            // The client sent invalid chunks or trailers; this is no failure of the page.
            throw WebRefusal.badRequest("The request's body could not be read.")
        }
    }
}

extension DecodingError {
    /// Says what is wrong with a request's body, for the client's author.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "The field \"\(key.stringValue)\" is missing."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            Self.sentence(context.codingPath, Self.name(of: type))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            Self.sentence(context.codingPath, "one of its known values")
        default: "The request's body is not valid JSON."
        }
    }

    private static func sentence(_ path: [any CodingKey], _ kind: String) -> String {
        guard let field = path.last?.stringValue else { return "The request's body must be a JSON object." }
        return "The field \"\(field)\" must be \(kind)."
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is Int.Type: "a whole number"
        default: "an object"
        }
    }
}

/// A request's body without fields that matter.
struct Fieldless: Decodable {
    private enum Key: CodingKey {}

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }
}

/// Checks fields of requests.
enum Field {
    static func language(_ text: String) throws(WireFault) -> LanguageTag {
        guard let tag = LanguageTag(text) else {
            throw WireFault(
                .badLang, "\"\(text.prefix(40))\" is not a language tag (BCP 47) such as \"es\" or \"pt-BR\".")
        }
        return tag
    }

    /// How many other languages a visitor may read.
    static let mostLanguages = 8

    static func languages(_ texts: [String]) throws -> Set<LanguageTag> {
        guard texts.count <= mostLanguages else {
            throw WebRefusal.badRequest("\"reads\" names at most \(mostLanguages) languages.")
        }
        return Set(try texts.map(language))
    }

    static func messageID(_ text: String) throws(WebRefusal) -> MessageID {
        guard let id = MessageID(text) else { throw .badRequest("The message's id is not a UUID.") }
        return id
    }
}
