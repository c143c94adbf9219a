import Crypto
import Foundation

/// Checksums of the files beside `SHA256SUMS`, in the format of sha256sum(1).
struct ChecksumList: Hashable {
    static let fileName = "SHA256SUMS"
    static let largest = 1 << 20

    /// Digests by path within the folder, in small hexadecimal digits.
    private(set) var digests: [String: String] = [:]

    /// Throws a sentence that names the invalid line.
    init(_ text: String) throws {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let place = "line \(index + 1) of \(Self.fileName)"
            guard let found = line.wholeMatch(of: #/([0-9a-fA-F]{64})(?:  | \*)(.*)/#) else {
                throw Failure("\(place) is no checksum with a file's name. Make the list anew: sha256sum FILES…")
            }
            // Without the `./` of `find . -type f`.
            let path = String(found.2.hasPrefix("./") ? found.2.dropFirst(2) : found.2)
            guard BundlePath.staysInside(path) else {
                throw Failure(
                    "\(place) names a file outside the bundle (\(BundlePath.shown(path))). Nothing is taken of it.")
            }
            guard digests.updateValue(found.1.lowercased(), forKey: path) == nil else {
                throw Failure("\(place) names \(BundlePath.shown(path)) a second time. Make the list anew.")
            }
        }
        guard !digests.isEmpty else {
            throw Failure("\(Self.fileName) names no file. Make the list anew: sha256sum FILES…")
        }
    }
}

/// A path named by a bundle, with `/` between its parts.
enum BundlePath {
    /// Whether the path stays below its folder: no `..`, no root, no empty part.
    static func staysInside(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return path.utf8.count <= 1_000 && parts.allSatisfy { $0 != "" && $0 != "." && $0 != ".." }
            && !path.contains("\\") && !path.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The path for a sentence: a name may hold terminal commands.
    static func shown(_ path: String) -> String {
        let clean = String(String.UnicodeScalarView(path.unicodeScalars.map { isPrintable($0) ? $0 : "?" }))
        return clean.count > 120 ? clean.prefix(120) + "…" : clean
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
