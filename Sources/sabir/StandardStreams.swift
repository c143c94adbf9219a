import Glibc

/// Standard error, written at once.
enum StandardError {
    static func write(_ text: String) { FileOutput(descriptor: STDERR_FILENO).write(text) }
}

/// Standard output, written at once, so that a program at the other end of a pipe sees each line when it is made.
enum StandardOutput {
    static func print(_ line: String) { FileOutput(descriptor: STDOUT_FILENO).write(line + "\n") }
}

/// Writes everything to a descriptor; drops the rest once the other side no longer accepts it.
struct FileOutput {
    let descriptor: Int32

    func write(_ text: String) {
        var rest = text.utf8.span.bytes
        while rest.byteCount > 0 {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.extracting(count..<rest.byteCount)
        }
    }
}
