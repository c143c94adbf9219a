import Foundation

/// Reads `Accept-Encoding` (RFC 9110 §12.5.3).
enum AcceptedCoding {
    static func allowsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        var isAllowed = false
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            guard let coding = parts.first, coding == "gzip" || coding == "*" else { continue }
            let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            if coding == "gzip" { return !isRefused }
            isAllowed = !isRefused
        }
        return isAllowed
    }
}
