import Glibc

/// Writes whole texts to a descriptor that belongs to somebody else.
struct OutputFile: Sendable {
    /// Milliseconds for which a terminal that takes nothing (stopped by its user, a dead line) is waited for.
    private static let patience: Int32 = 5_000

    let descriptor: Int32

    /// False when not all was written: the other side is gone, or takes nothing for five seconds.
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
