import Foundation

/// A source of the page as bytes, with its path for error messages.
struct SourceText: Sendable {
    /// The path relative to the page's folder, such as `js/room.js`.
    let path: String
    let bytes: [UInt8]

    init(_ path: String, _ data: Data) {
        self.path = path
        bytes = [UInt8](data)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    func holds(_ word: StaticString, at range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount
            && word.withUTF8Buffer { word in range.indices.allSatisfy { bytes[$0] == word[$0 - range.lowerBound] } }
    }

    func fault(at position: Int, _ reason: String) -> WebError {
        let line = 1 + bytes.prefix(position).count { $0 == UInt8(ascii: "\n") }
        return WebError("The page cannot be put together: \(path), line \(line): \(reason)")
    }

    /// The path of a file named relative to this one, such as `./dom.js`; nil if it is outside the page's folder.
    func sibling(_ reference: String) -> String? {
        var parts = path.split(separator: "/").dropLast()
        for part in reference.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case ".": continue
            case "..": guard parts.popLast() != nil else { return nil }
            case "": return nil
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    /// The relative reference from the file served at `path` to another: up to the page's folder and down again.
    static func reference(from path: String, to other: String) -> String {
        let ups = path.split(separator: "/").count - 1
        return (ups == 0 ? "./" : String(repeating: "../", count: ups)) + other
    }
}
