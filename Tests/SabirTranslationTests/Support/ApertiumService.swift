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
    private var process: pid_t = 0

    var url: String { "http://127.0.0.1:\(port)" }

    /// Returns at once; a translator finds by itself when the service is ready.
    init(port: UInt16) throws {
        self.port = port
        let arguments = ["python3", "-c", Self.program, "-p", String(port), "/usr/share/apertium/modes"]
        process = try spawn("/usr/bin/python3", arguments, ["LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"])
    }

    /// Its pipelines end with it, as their input closes.
    /// At once and for sure: asked politely while it is busy, APy has been seen to stay.
    func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        process = 0
    }

    deinit { stop() }
}

/// Foundation's `Process` would hand its thread's blocked signals down, SIGTERM among them.
///
/// - Parameter output: where standard output goes; nil for nowhere, as what is said of errors.
func spawn(
    _ program: String, _ arguments: [String], _ environment: [String], output: Int32? = nil
) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    var noSignals = sigset_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
        posix_spawnattr_destroy(&attributes)
        posix_spawn_file_actions_destroy(&actions)
    }
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    for stream: Int32 in 1...2 { posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
    let words = arguments.map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, program, &actions, &attributes, words + [nil], variables + [nil])
    guard failure == 0 else { throw SocketFailure() }
    return process
}
