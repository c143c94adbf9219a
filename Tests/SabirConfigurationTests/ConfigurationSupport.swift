import Foundation

@testable import SabirConfiguration

extension ConfigurationEnvironment {
    static let example = ConfigurationEnvironment(
        hostName: "front-desk.example", variables: ["HOME": "/home/anna"], isRoot: false
    )

    static func example(with variables: [String: String]) -> ConfigurationEnvironment {
        ConfigurationEnvironment(hostName: "front-desk", variables: variables, isRoot: false)
    }
}

func configuration(
    _ text: String, on environment: ConfigurationEnvironment = .example
) throws -> NodeConfiguration {
    try NodeConfiguration(parsing: text, file: "sabir.toml", on: environment)
}

/// Every problem of `text`, as it is shown; empty where there is none.
func problems(in text: String, on environment: ConfigurationEnvironment = .example) -> [String] {
    do {
        _ = try NodeConfiguration(parsing: text, file: "sabir.toml", on: environment)
        return []
    } catch {
        return error.problems.map(\.description)
    }
}

/// The sample that ships, `config/sabir.toml`.
func sample() throws -> String {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appending(path: "config/sabir.toml"), encoding: .utf8)
}

/// A file with this text for as long as `body` runs.
func withFile<Result>(
    _ text: String, in place: URL = FileManager.default.temporaryDirectory, _ body: (String) throws -> Result
) throws -> Result {
    let folder = place.appending(path: "sabir-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file")
    try Data(text.utf8).write(to: file)
    return try body(file.path(percentEncoded: false))
}
