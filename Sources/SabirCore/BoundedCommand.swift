import Foundation
import Glibc

/// Runs another program to its end.
///
/// Uses posix_spawn(3) instead of Foundation's `Process`, which learns of a program's end over UDP on the loopback
/// interface and waits for ever if a firewall drops those packets.
package enum BoundedCommand {
    /// Bytes of output kept of one program; a program that prints more is killed.
    static let mostOutput = 16 << 20

    /// What the program printed; nil if it does not exist, failed, or took longer than `seconds`.
    package static func output(_ program: String, _ arguments: [String], within seconds: Int = 5) -> String? {
        guard let ended = run(program, arguments, within: seconds), ended.isWell else { return nil }
        return ended.text
    }

    /// Whether the program exited with status 0, and what it printed on standard output; nil if the program does not
    /// exist. After `seconds`, kills the program with its children and returns.
    ///
    /// - Parameter more: variables added to this process's environment.
    package static func run(
        _ program: String, _ arguments: [String], more: [String: String] = [:], within seconds: Int
    ) -> (isWell: Bool, text: String)? {
        guard let path = path(of: program) else { return nil }
        let environment = ProcessInfo.processInfo.environment.merging(more) { $1 }.map { "\($0)=\($1)" }
        guard let (process, output) = start([path] + arguments, environment) else { return nil }
        let deadline = ContinuousClock.now + .seconds(seconds)
        let (text, isWhole) = read(output, until: deadline)
        close(output)
        if !isWhole { kill(-process, SIGKILL) }
        return (end(process, by: deadline), text)
    }

    /// Whether the program is installed and executable.
    package static func isThere(_ program: String) -> Bool { path(of: program) != nil }

    /// Searches PATH, then the folders of daemons' tools, which an ordinary user's PATH leaves out.
    private static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/sbin", "/usr/bin"]).map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Starts the process as leader of its own group, and returns the read end of its output pipe; nil if the process
    /// cannot start.
    private static func start(_ words: [String], _ environment: [String]) -> (process: pid_t, output: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var (attributes, actions) = (posix_spawnattr_t(), posix_spawn_file_actions_t())
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // The child would inherit this thread's blocked signals and this process's ignored ones, such as SIGPIPE.
        var (blocked, usual) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigemptyset(&usual)
        sigaddset(&usual, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let (arguments, variables) = (words.map { strdup($0) }, environment.map { strdup($0) })
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, &attributes, arguments + [nil], variables + [nil]) == 0 else {
            close(ends[0])
            return nil
        }
        return (process, ends[0])
    }

    /// Reads until nobody holds the output open any more, including children that outlive the program. `isWhole` is
    /// false if `deadline` or the size limit came first.
    private static func read(
        _ output: Int32, until deadline: ContinuousClock.Instant
    ) -> (text: String, isWhole: Bool) {
        var isWhole = false
        var taken: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while taken.count < mostOutput {
            let left = max(0, (deadline - .now) / .milliseconds(1))
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, Int32(clamping: Int(left.rounded(.up))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { break }
            let count = Glibc.read(output, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            isWhole = count == 0
            guard count > 0 else { break }
            taken += piece.prefix(count)
        }
        return (String(decoding: taken, as: UTF8.self), isWhole)
    }

    /// Waits for the process and returns whether it exited with status 0. At `deadline` the process and its group are
    /// killed.
    private static func end(_ process: pid_t, by deadline: ContinuousClock.Instant) -> Bool {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status == 0 }
            if ended < 0, errno != EINTR { return false }
            guard ContinuousClock.now < deadline else { break }
            usleep(2_000)
        }
        kill(-process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return false
    }
}
