import Foundation

/// Where the files are that the program reads beside itself: `languages/`, `phrasebook/`, `warnings/`.
package enum DataFolder {
    /// The configured folder, else `$SABIR_DATA`, else the first that is there of: `share` beside the program or above
    /// it (as in its repository), `../share/sabir` (as installed), `/usr/local/share/sabir`, `/usr/share/sabir`.
    package static func locate(
        configured: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        if let configured { return configured }
        if let named = environment["SABIR_DATA"], !named.isEmpty { return named }
        return candidates(besides: program).first { FileManager.default.fileExists(atPath: $0 + "/languages") }
    }

    /// Paths of the files of one of its folders that have one of these endings, by name.
    static func files(below name: String, endingIn endings: [String], in data: String?) -> [String] {
        guard let folder = data.map({ "\($0)/\(name)" }) else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in endings.contains(where: name.hasSuffix) }.sorted().map { "\(folder)/\($0)" }
    }

    static func candidates(besides program: String) -> [String] {
        var candidates: [String] = []
        var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        // .build/PLATFORM/release/sabir lies four folders deep.
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
