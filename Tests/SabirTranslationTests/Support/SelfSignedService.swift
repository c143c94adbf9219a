import Foundation

/// `openssl s_server` on loopback, with a certificate that it made for itself.
final class SelfSignedService {
    private static let program = "/usr/bin/openssl"

    let port: UInt16
    private let folder: URL
    private var process: pid_t = 0

    var url: String { "https://127.0.0.1:\(port)" }

    /// Returns when it listens.
    init() throws {
        port = try freePort()
        folder = FileManager.default.temporaryDirectory.appending(path: "sabir-tls-\(port)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (key, certificate) = (folder.appending(path: "key").path, folder.appending(path: "certificate").path)
        let making = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
            key, "-out", certificate, "-days", "1", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        ]
        wait(for: try spawn(Self.program, making, []))
        let serving = [
            "openssl", "s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-www",
        ]
        try listen(serving)
    }

    /// It prints "ACCEPT" as soon as it takes connections.
    private func listen(_ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SocketFailure() }
        defer { close(ends[0]) }
        process = try spawn(Self.program, arguments, [], output: ends[1])
        close(ends[1])
        var said = ""
        var bytes = [UInt8](repeating: 0, count: 256)
        while !said.contains("ACCEPT") {
            let count = read(ends[0], &bytes, bytes.count)
            guard count > 0 else { throw SocketFailure() }
            said += String(decoding: bytes[..<count], as: UTF8.self)
        }
    }

    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        wait(for: process)
        process = 0
        try? FileManager.default.removeItem(at: folder)
    }

    deinit { stop() }

    private func wait(for process: pid_t) {
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}
