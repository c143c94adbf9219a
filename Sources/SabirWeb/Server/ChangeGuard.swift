import Foundation
import Hummingbird

/// Checks requests that change something, so that other sites cannot make a browser send them: JSON and a header,
/// neither of which a form can send, and this host as origin if one is named (OWASP, Cross-Site Request Forgery
/// Prevention).
enum ChangeGuard {
    /// - Parameter type: A media type that forms cannot send.
    static func check(_ request: Request, of type: String = "application/json") throws(WebRefusal) {
        guard request.headers[.contentType].map(media) == type else {
            throw .forbidden("Send the request with Content-Type: \(type).")
        }
        guard request.headers[customHeader] == "1" else {
            throw .forbidden("Send the header X-Sabir: 1.")
        }
        if let origin = request.headers[.origin], !isHere(origin, request.head.authority) {
            throw .forbidden("The request comes from another site.")
        }
    }

    private static let customHeader = SecurityHeaders.name("X-Sabir")

    private static func media(_ type: String) -> String {
        type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }

    private static func isHere(_ origin: String, _ authority: String?) -> Bool {
        guard let authority, let end = origin.range(of: "://")?.upperBound else { return false }
        return origin[end...].lowercased() == authority.lowercased()
    }
}
