import Foundation
import SabirCore

/// Finds the program's data: `languages/`, `phrasebook/`, `warnings/`.
package enum DataFolder {
    /// The configured folder, else `$SABIR_DATA`, else the first existing one of: `share` beside the program or above
    /// it (in the repository), `../share/sabir` (installed), `/usr/local/share/sabir`, `/usr/share/sabir`.
    package static func locate(
        configured: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let configured { return configured }
        if let named = environment["SABIR_DATA"], !named.isEmpty { return named }
        return candidates(besides: program).first { FileManager.default.fileExists(atPath: $0 + "/languages") }
    }

    /// Paths of the files with one of these endings in a subfolder, sorted by name.
    static func files(below name: String, endingIn endings: [String], in data: String?) -> [String] {
        guard let folder = data.map({ "\($0)/\(name)" }) else { return [] }
        return FileSystem.names(in: folder).filter { name in endings.contains(where: name.hasSuffix) }
            .map { "\(folder)/\($0)" }
    }

    static func candidates(besides program: String) -> [String] {
        var candidates: [String] = []
        var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        // A program in .build/PLATFORM/release lies three folders below the repository.
        for _ in 0..<5 {
            candidates += [folder.path + "/share", folder.path + "/share/sabir"]
            folder.deleteLastPathComponent()
        }
        return candidates + ["/usr/local/share/sabir", "/usr/share/sabir"]
    }

    private static var program: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }
}
