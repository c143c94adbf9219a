import Hummingbird
import SabirProtocol

/// The refusal of a request, sent as `{"error":{"code":…,"text":…}}`.
struct WebRefusal: Error, Sendable, Hashable, Encodable {
    var status: HTTPResponse.Status
    let code: String
    /// A plain sentence for people.
    let text: String
    /// Seconds after which another try may succeed.
    var seconds: Int?
    /// The variant of `code` for which the page has its own sentence (docs/protocol.md).
    var detail: String?
    /// Values in the sentence, for a page that says it in another language, such as a ban's minutes as `n`.
    var values: [String: String]?

    private enum CodingKeys: CodingKey { case code, text, seconds, detail, values }

    static func notFound(_ text: String) -> WebRefusal { WebRefusal(status: .notFound, code: "not-found", text: text) }
    static func badRequest(_ text: String) -> WebRefusal {
        WebRefusal(status: .badRequest, code: "bad-request", text: text)
    }
    static func forbidden(_ text: String) -> WebRefusal {
        WebRefusal(status: .forbidden, code: "forbidden", text: text)
    }
    static let notStaff = WebRefusal(status: .unauthorized, code: "forbidden", text: "Log in as staff first.")
    static let notIn = WebRefusal.forbidden("You are not in this room. Enter it first.")
    static let tooFast = WebRefusal(
        status: .tooManyRequests, code: "too-fast", text: "Too many requests came from your device. Wait a moment.")
    static let tooLarge = WebRefusal(
        status: .contentTooLarge, code: "too-large", text: "The request is too large.")
}

extension WebRefusal {
    /// Converts a room's refusal; its code is one of docs/protocol.md.
    init(_ fault: WireFault) {
        self.init(status: Self.status(of: fault.code), code: fault.code.rawValue, text: fault.reason)
        // A page takes "forbidden" without a detail to mean that the node does not know it, and enters again. So a
        // room's own `forbidden` always gets a detail, and `noLongerIn` none.
        let name = fault.sentence.name == WireFault.noLongerIn.sentence.name ? nil : fault.sentence.name
        detail = name ?? (fault.code == .forbidden ? fault.code.rawValue : nil)
        values = fault.sentence.values.isEmpty ? nil : fault.sentence.values
    }

    private static func status(of code: ErrorCode) -> HTTPResponse.Status {
        switch code {
        case .badPacket, .badName, .badLang, .badJSON, .badFrame: .badRequest
        case .tooLarge: .contentTooLarge
        case .noRoom: .notFound
        case .tooFast: .tooManyRequests
        case .duplicateID: .conflict
        case .roomFull, .tooMany, .closing, .unreachable: .serviceUnavailable
        default: .forbidden
        }
    }
}
