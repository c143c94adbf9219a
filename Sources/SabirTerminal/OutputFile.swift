import Glibc

/// Writes whole texts to a descriptor that the caller owns.
struct OutputFile: Sendable {
    /// Milliseconds to wait for a terminal that accepts nothing (stopped by its user, a dead line).
    private static let patience: Int32 = 5_000

    let descriptor: Int32

    /// Writes the text. Returns false if not everything was written: the other side is gone, or has accepted nothing
    /// for five seconds.
    @discardableResult
    func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeBufferPointer(rebasing: bytes[...])
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count > 0 {
                    rest = UnsafeBufferPointer(rebasing: rest[count...])
                } else if count == 0 || !Self.mayRetry(errno, descriptor) {
                    return false
                }
            }
            return true
        }
    }

    private static func mayRetry(_ error: Int32, _ descriptor: Int32) -> Bool {
        if error == EINTR { return true }
        guard error == EAGAIN else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, patience) > 0
    }
}
