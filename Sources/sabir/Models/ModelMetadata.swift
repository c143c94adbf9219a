import Foundation

/// The `metadata.json` of an Argos package.
struct ModelMetadata: Decodable {
    static let fileName = "metadata.json"
    static let largest = 1 << 16

    /// ISO 639 codes and LibreTranslate's additions, such as `zt`.
    let from: String
    let to: String
    private let packageVersion: String?
    private let type: String?

    private enum CodingKeys: String, CodingKey {
        case from = "from_code"
        case to = "to_code"
        case packageVersion = "package_version"
        case type
    }

    /// The model's version; empty if the package does not say it.
    var version: String { packageVersion ?? "" }

    /// - Parameter shown: the file's name in sentences.
    static func read(_ data: Data, shown: String) throws -> ModelMetadata {
        guard let read = try? JSONDecoder().decode(ModelMetadata.self, from: data) else {
            throw Failure(
                "\(shown) does not say from which language to which its model translates (from_code, to_code).")
        }
        guard isCode(read.from), isCode(read.to), read.from != read.to else {
            throw Failure(
                "\(shown) names languages that are none: \(BundlePath.shown(read.from)), \(BundlePath.shown(read.to)).")
        }
        if let type = read.type, type != "translate" {
            throw Failure("\(shown) is of the type \(BundlePath.shown(type)), and not of one that translates.")
        }
        return read
    }

    /// Checked because the code becomes a folder's name.
    private static func isCode(_ text: String) -> Bool {
        text.wholeMatch(of: /[a-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}/) != nil
    }
}
