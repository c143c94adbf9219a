import Foundation
import Glibc

/// Helpers that every kind of file needs.
package enum FileSystem {
    /// Makes a folder and its missing parents, readable by the owner alone (0700). Errors are ignored, because opening
    /// a file in the folder then fails with the reason.
    package static func makeFolder(_ path: String) {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The folder, or the nearest existing one above it.
    package static func nearestFolder(to path: String) -> String {
        var place = path
        while access(place, F_OK) != 0, place.count > 1 { place = (place as NSString).deletingLastPathComponent }
        return place
    }

    /// The names of what is in a folder, sorted; empty if the folder cannot be read.
    package static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Writes all bytes, however many calls it takes. Returns false, with errno(3) set, if the disk refuses.
    package static func write(_ data: some ContiguousBytes, to descriptor: Int32) -> Bool {
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

    /// Flushes a file, or a folder's names, to the disk, so that a rename, creation or removal outlives a loss of
    /// power. Returns nil, or errno(3): not every file system supports this.
    @discardableResult
    package static func synchronize(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? nil : errno
    }
}
