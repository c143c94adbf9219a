import Foundation
import Hummingbird

/// What a request must have that changes something, so that no other site can make a browser send it: JSON and a
/// header that a form cannot send, and this host as its origin where it names one (OWASP, Cross-Site Request Forgery
/// Prevention).
enum ChangeGuard {
    static func check(_ request: Request) throws(WebRefusal) {
        guard isJSON(request.headers[.contentType]) else {
            throw .forbidden("Send the request as JSON, with Content-Type: application/json.")
        }
        guard request.headers[customHeader] == "1" else {
            throw .forbidden("Send the header X-Sabir: 1.")
        }
        if let origin = request.headers[.origin], !isHere(origin, request.head.authority) {
            throw .forbidden("The request comes from another site.")
        }
    }

    private static let customHeader = SecurityHeaders.name("X-Sabir")

    private static func isJSON(_ type: String?) -> Bool {
        guard let media = type?.split(separator: ";").first else { return false }
        return media.trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
    }

    private static func isHere(_ origin: String, _ authority: String?) -> Bool {
        guard let authority, let end = origin.range(of: "://")?.upperBound else { return false }
        return origin[end...].lowercased() == authority.lowercased()
    }
}
