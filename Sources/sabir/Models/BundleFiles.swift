import Crypto
import Foundation
import Glibc

/// The files below a folder of unknown origin.
struct BundleFiles {
    static let mostFiles = 10_000
    static let deepest = 8
    private static let piece = 1 << 20

    /// The folder's path without links.
    let root: String
    /// Bytes by path within the folder.
    private(set) var sizes: [String: Int] = [:]

    /// Throws a sentence if the folder has anything but files and folders, or too much.
    init(in folder: String) throws {
        guard let resolved = realpath(folder, nil) else {
            throw Failure("\(folder) cannot be read: \(Self.reason(errno)).")
        }
        root = String(cString: resolved)
        free(resolved)
        var facts = stat()
        guard stat(root, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
            throw Failure(
                "\(folder) is no folder. Name the one that holds the models and their \(ChecksumList.fileName).")
        }
        try add("", depth: 0)
    }

    private mutating func add(_ folder: String, depth: Int) throws {
        let place = folder.isEmpty ? root : root + "/" + folder
        guard depth <= Self.deepest else {
            throw Failure(
                "\(BundlePath.shown(folder)): folders lie more than \(Self.deepest) deep. This is no bundle of models.")
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: place)
        } catch {
            throw Failure("\(BundlePath.shown(place)) cannot be read: \(error.localizedDescription)")
        }
        for name in names.sorted() {
            let path = folder.isEmpty ? name : folder + "/" + name
            var facts = stat()
            guard lstat(root + "/" + path, &facts) == 0 else { throw Self.unreadable(path) }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: try add(path, depth: depth + 1)
            case S_IFREG: sizes[path] = Int(facts.st_size)
            case S_IFLNK:
                throw Failure(
                    "\(BundlePath.shown(path)) is a link, and may lead anywhere. A bundle has files and folders alone.")
            default:
                throw Failure("\(BundlePath.shown(path)) is no ordinary file. A bundle has files and folders alone.")
            }
            guard sizes.count <= Self.mostFiles else {
                throw Failure(
                    "\(BundlePath.shown(root)) has more than \(Self.mostFiles) files. Put the bundle into a folder of "
                        + "its own.")
            }
        }
    }

    func text(_ path: String, atMost limit: Int) throws -> String {
        guard let size = sizes[path] else {
            throw Failure("\(BundlePath.shown(root)) has no file \(BundlePath.shown(path)).")
        }
        guard size <= limit else {
            throw Failure("\(BundlePath.shown(path)) is larger than \(limit) bytes. It is not what it should be.")
        }
        var data = Data()
        try read(path) { piece in if data.count <= limit { data.append(contentsOf: piece) } }
        guard data.count <= limit, let text = String(validating: data, as: UTF8.self) else {
            throw Failure("\(BundlePath.shown(path)) is no text in UTF-8.")
        }
        return text
    }

    /// The SHA-256 of a file, in small hexadecimal digits.
    func digest(_ path: String) throws -> String {
        try read(path) { _ in }
    }

    /// Copies the whole file to `target`. Throws if it is not the file that was checked: somebody may have changed the
    /// stick, or it reads differently the second time.
    func copy(_ path: String, to target: NewFile, digest: String?) throws {
        guard try read(path, target.write) == digest else {
            throw Failure(
                "\(BundlePath.shown(path)) is not the same any more as when it was checked. Look at the stick, and "
                    + "begin anew.")
        }
    }

    /// Passes on the file in pieces, and returns its digest.
    @discardableResult
    private func read(_ path: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws -> String {
        var hash = SHA256()
        let descriptor = open(root + "/" + path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path) }
        defer { close(descriptor) }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.unreadable(path) }
            guard count > 0 else { return hash.finalize().map { String(format: "%02x", $0) }.joined() }
            let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(bufferPointer: piece)
            try take(piece)
        }
    }

    private static func unreadable(_ path: String) -> Failure {
        Failure("\(BundlePath.shown(path)) cannot be read: \(reason(errno)).")
    }

    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
