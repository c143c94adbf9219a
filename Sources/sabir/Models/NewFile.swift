import Glibc
import SabirCore

/// A new file that everybody may read (0644). When `finish` returns, its content is on disk.
final class NewFile {
    let path: String
    private let descriptor: Int32

    /// The file must not exist yet; its folder must.
    init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0, fchmod(descriptor, 0o644) == 0 else { throw Self.failure(path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard FileSystem.write(bytes, to: descriptor) else { throw Self.failure(path) }
    }

    func finish() throws {
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static func failure(_ path: String) -> Failure {
        Failure("\(BundlePath.shown(path)) cannot be written: \(BundleFiles.reason(errno)).")
    }
}
