import Glibc
import SabirCore

/// A file in the making, which everybody may read (0644). What `finish` returns for is on the disk.
final class NewFile {
    let path: String
    private let descriptor: Int32

    /// The file must not be there yet; its folder has to.
    init(_ path: String) throws(NodeError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0, fchmod(descriptor, 0o644) == 0 else { throw Self.failure(path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws(NodeError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    func finish() throws(NodeError) {
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> NodeError {
        NodeError(description: "\(BundlePath.shown(path)) cannot be written: \(BundleFiles.reason(errno)).")
    }
}
