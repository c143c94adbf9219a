import Foundation

@testable import SabirWeb

/// A certificate that vouches for itself, made by openssl for one test.
struct Certificate: Sendable {
    let reloadable: ReloadableCertificate

    init() throws {
        let folder = NSTemporaryDirectory() + "sabir-certificate-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
        _ = try Tool.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
                "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
            ])
        reloadable = try ReloadableCertificate(certificate: certificate, key: key)
    }
}

/// A program of the system.
enum Tool {
    /// The same, on none of the few threads that the page under test needs as well.
    static func output(_ path: String, _ arguments: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { waiting in
            DispatchQueue.global().async { waiting.resume(with: Result { try run(path, arguments) }) }
        }
    }

    static func run(_ path: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
