import Foundation

/// Reads the JSON files of a data folder, with plain errors.
enum StrictJSON {
    /// Files of at most 1 MiB, sorted by name.
    static func files(in folder: String) throws(LanguageDataError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw .noFolder(folder)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
        guard !files.isEmpty else { throw .noFiles(folder) }
        return files
    }

    static func bytes(of path: String) throws(LanguageDataError) -> Data {
        let bytes: Data
        do { bytes = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw .unreadable(path, error.localizedDescription)
        }
        guard bytes.count <= 1 << 20 else { throw .wrong(path, "it is larger than 1 MiB") }
        return bytes
    }

    static func decode<Value: Decodable>(_ type: Value.Type, at path: String) throws(LanguageDataError) -> Value {
        try decode(type, from: try bytes(of: path), at: path)
    }

    /// Decodes a file; nil if it does not exist.
    static func decodeIfPresent<Value: Decodable>(
        _ type: Value.Type, at path: String
    ) throws(LanguageDataError) -> Value? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try decode(type, at: path)
    }

    /// - Parameter path: the bytes' origin, for errors.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: Data, at path: String
    ) throws(LanguageDataError) -> Value {
        do { return try JSONDecoder().decode(type, from: bytes) } catch let error as DecodingError {
            throw .wrong(path, sentence(error))
        } catch {
            throw .wrong(path, "\(error)")
        }
    }

    static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "the key '\(key.stringValue)' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "'\(place(context))' has the wrong type"
        case .dataCorrupted(let context): context.codingPath.isEmpty ? "it is no JSON" : context.debugDescription
        @unknown default: "it cannot be decoded"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

/// Accepts any key, to find unknown ones.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }

    /// Throws for a key not in `Keys`: a misspelt key would silently switch a check off.
    static func refuseUnknown<Keys: CodingKey & CaseIterable>(_ keys: Keys.Type, _ decoder: Decoder) throws {
        let known = Set(Keys.allCases.map(\.stringValue))
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath + [key], debugDescription: "no such key as '\(key.stringValue)'"))
        }
    }
}

/// Why language data could not be read: a sentence for whoever runs the program.
package struct LanguageDataError: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    static func noFolder(_ path: String) -> Self {
        Self(description: "The folder \(path) with language data is missing. Install it, or set its path.")
    }

    static func noFiles(_ path: String) -> Self {
        Self(description: "The folder \(path) holds no language data (*.json). Install the files, or set its path.")
    }

    static func unreadable(_ path: String, _ reason: String) -> Self {
        Self(description: "The file \(path) cannot be read: \(reason). Check its permissions.")
    }

    static func wrong(_ path: String, _ what: String) -> Self {
        Self(description: "The language data in \(path) are wrong: \(what). Correct the file, or install it again.")
    }
}
