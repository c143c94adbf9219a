import Hummingbird
import SabirProtocol

/// A request that is refused: it becomes `{"error":{"code":…,"text":…}}`.
struct WebRefusal: Error, Sendable, Hashable {
    var status: HTTPResponse.Status
    let code: String
    /// One plain sentence for a person.
    let text: String
    /// Time until another try may succeed.
    var seconds: Int?
    /// Which case of its `code` it is, by which a page has the sentence in other languages: as in docs/protocol.md.
    var detail: String?
    /// What the sentence names, for a page that says it in another language: the minutes of a ban as `n`.
    var values: [String: String]?

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

    /// A room's refusal, by its code in docs/protocol.md.
    init(_ fault: WireFault) {
        self.init(status: Self.status(of: fault.code), code: fault.code.rawValue, text: fault.reason)
        // Without a detail "forbidden" is the node's own word that it does not know who asks: a page comes in again.
        // Nor has the word of the room that they are not in any more.
        let name = fault.sentence.name == WireFault.noLongerIn.sentence.name ? nil : fault.sentence.name
        detail = name ?? (fault.code == .forbidden ? fault.code.rawValue : nil)
        values = fault.sentence.values.isEmpty ? nil : fault.sentence.values
    }

    init(status: HTTPResponse.Status, code: String, text: String, seconds: Int? = nil) {
        self.status = status
        self.code = code
        self.text = text
        self.seconds = seconds
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

/// The body of a refusal.
struct RefusalJSON: Encodable, Sendable {
    struct Content: Encodable, Sendable {
        let code: String
        let text: String
        let seconds: Int?
        let detail: String?
        let values: [String: String]?

        init(_ refusal: WebRefusal) {
            (code, text, seconds) = (refusal.code, refusal.text, refusal.seconds)
            (detail, values) = (refusal.detail, refusal.values)
        }
    }

    let error: Content

    init(_ refusal: WebRefusal) { error = Content(refusal) }
}
