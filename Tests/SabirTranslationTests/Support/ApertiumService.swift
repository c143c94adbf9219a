import Foundation
import Testing

/// The real Apertium APy of the system, on a port of its own on loopback.
///
/// APy listens on every address and has no option for less; it is made to by the few words of Python below.
final class ApertiumService {
    static let isInstalled =
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/apertium_apy/apy.py")
        && FileManager.default.fileExists(atPath: "/usr/share/apertium/modes/spa-cat.mode")

    private static let program = """
        import tornado.httpserver as server
        bind = server.HTTPServer.bind
        server.HTTPServer.bind = lambda self, port, *a, **k: bind(self, port, "127.0.0.1")
        from apertium_apy.apy import main
        main()
        """

    let port: UInt16
    private let process: Process

    var url: String { "http://127.0.0.1:\(port)" }

    init(port: UInt16) throws {
        self.port = port
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, "-p", String(port), "/usr/share/apertium/modes"]
        process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Its pipelines end with it, as their input closes.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit { if process.isRunning { process.terminate() } }
}
