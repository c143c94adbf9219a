import Foundation
import Glibc

/// What every kind of file needs, whatever it promises besides.
package enum FileSystem {
    /// Makes a folder, and those around it, for its owner alone (0700) where they are missing. Where that fails, whoever
    /// opens a file in it learns why.
    package static func makeFolder(_ path: String) {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// All of it, in as many goes as the disk takes; false, and errno(3), where it does not.
    package static func write(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Writes a file, or the names in a folder, through to the disk: what was renamed, made or removed in it is so after
    /// a loss of power too. Nil, or errno(3): not every file system can.
    @discardableResult
    package static func synchronize(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? nil : errno
    }
}
