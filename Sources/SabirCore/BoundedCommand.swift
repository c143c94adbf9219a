import Foundation
import Glibc

/// Another program, run to its end.
///
/// By posix_spawn(3), not Foundation's `Process`: that learns of a program's end over UDP on the loopback interface, and
/// waits for ever where a firewall drops what comes over it.
package enum BoundedCommand {
    /// Output kept of one program, in bytes; a program that prints more is ended.
    static let mostOutput = 16 << 20

    /// What it printed; nil where it is not there, failed, or took longer than `seconds`.
    package static func output(_ program: String, _ arguments: [String], within seconds: Int = 5) -> String? {
        guard let ended = run(program, arguments, within: seconds), ended.isWell else { return nil }
        return ended.text
    }

    /// How it ended and what it printed on standard output; nil where it is not there. After `seconds` the program and the
    /// children it has by then are ended, and this returns.
    ///
    /// - Parameter more: what its environment has beside this process's.
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

    /// Whether it can be run.
    package static func isThere(_ program: String) -> Bool { path(of: program) != nil }

    /// Daemons' tools lie where an ordinary user's PATH does not lead.
    private static func path(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin", "/sbin", "/usr/bin"]).map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }
    }

    /// The process, which leads a group of its own, and the end of the pipe that it writes to; nil where it cannot start.
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
        // A program inherits which signals this thread blocks and this process ignores, as SIGPIPE.
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

    /// What is printed until nobody has the output open any more, a child that the program left behind included; not
    /// whole where `deadline` comes first, or it is too much.
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

    /// Whether it ended by itself with status 0; one that has not at `deadline` is killed with its group.
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
