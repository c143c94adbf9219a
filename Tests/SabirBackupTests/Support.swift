import Foundation
import SabirCore
import Testing

@testable import SabirNode

/// A folder that goes with the value.
final class Scratch: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/sabir-backup-\(UUID().uuidString)"
        FileSystem.makeFolder(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file, and the folders around it; returns where it is.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

    @discardableResult
    func write(_ name: String, _ data: Data) throws -> String {
        let file = path + "/" + name
        FileSystem.makeFolder((file as NSString).deletingLastPathComponent)
        try data.write(to: URL(filePath: file))
        chmod(file, 0o600)
        return file
    }

    func text(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }

    /// What lies there, folders left out, in order.
    var names: [String] {
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return found.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}

/// The list that is shipped.
func shippedWords() throws -> RecoveryWords {
    try RecoveryWords(shared: URL(filePath: #filePath).appending(path: "../../../share").standardizedFileURL.path)
}

/// The sentence with which it fails; empty where it does not.
func failure(_ work: () async throws -> Void) async -> String {
    do {
        try await work()
        return ""
    } catch {
        return "\(error)"
    }
}
