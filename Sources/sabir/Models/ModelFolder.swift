import Foundation
import SabirCore
import SabirHistory

/// The folder of installed models: `packages` has a link for each pair, whose model is complete or not there.
///
/// A model is assembled in `models`, and its link is put in place by one rename(2), so that a new version replaces the
/// old one at once too. The next install removes models without a link, which a killed process may leave behind.
struct ModelFolder {
    /// Bytes that stay free besides the models.
    private static let reserve = 64 << 20

    static let usual = "/var/lib/sabir-models"

    let path: String
    /// Bytes that may be written below a folder; nil if unknown.
    var room: (String) -> Int? = DiskRoom.free

    init(_ path: String) { self.path = path }

    var packages: String { path + "/packages" }
    private var store: String { path + "/models" }

    /// Installs every model of a bundle, in its order. Calls `told` after each.
    ///
    /// Throws a sentence for people; models that were reported before stay.
    func install(_ bundle: ModelBundle, told: (BundledModel) -> Void) throws {
        try make(path)
        let lock = try lockFolder()
        defer { withExtendedLifetime(lock) {} }
        try sweep()
        try checkRoom(for: bundle)
        try make(packages)
        try make(store)
        do {
            for model in bundle.models {
                try install(model, of: bundle)
                told(model)
            }
        } catch {
            try? sweep()
            throw error
        }
    }

    /// Removes models without a link.
    private func sweep() throws {
        let links = FileSystem.names(in: packages).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: packages + "/" + $0)
        }
        let used = Set(links.map { ($0 as NSString).lastPathComponent })
        for name in FileSystem.names(in: store) where !used.contains(name) { try remove(store + "/" + name) }
    }

    /// Throws before anything is written if the disk has too little room.
    func checkRoom(for bundle: ModelBundle) throws {
        let archives = bundle.models.filter(\.isArchive).compactMap { bundle.files.sizes[$0.place] }
        let need = bundle.models.reduce(0) { $0 + $1.bytes } + (archives.max() ?? 0) + Self.reserve
        guard let left = room(FileSystem.nearestFolder(to: path)), left < need else { return }
        throw Failure(
            "The models need \(Self.megabytes(need)) MB, and \(path) has \(Self.megabytes(left)) left. Make room "
                + "there, or take some of them out of the bundle.")
    }

    private static func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }

    private func lockFolder() throws -> FileLock {
        do throws(FileLock.Failure) {
            return try FileLock(path + "/lock")
        } catch {
            throw Failure(
                error.isHeld
                    ? "Another sabir engines install is at work in \(path). Wait until it is done."
                    : "\(path) cannot be written: \(BundleFiles.reason(error.code)). Do it as root (sudo).")
        }
    }

    private func install(_ model: BundledModel, of bundle: ModelBundle) throws {
        let taken = Set(FileSystem.names(in: store))
        let name = (1...).lazy.map { "\(model.name).\($0)" }.first { !taken.contains($0) } ?? model.name
        let new = store + "/" + name
        try make(new)
        if model.isArchive {
            try unpack(model, of: bundle, into: new)
        } else {
            let own = bundle.files.sizes.keys.filter { $0.hasPrefix(model.place) && $0 != ChecksumList.fileName }
            for path in own.sorted() {
                let file = try file(String(path.dropFirst(model.place.count)), in: new)
                try bundle.files.copy(path, to: file, digest: bundle.digests[path])
                try file.finish()
            }
        }
        try synchronize(new)
        FileSystem.synchronize(store)
        try link(packages + "/" + model.name, to: "../models/" + name)
        try sweep()
    }

    /// Unpacks from a copy: what was checked is unpacked, whatever happens to the stick.
    private func unpack(_ model: BundledModel, of bundle: ModelBundle, into new: String) throws {
        let copy = new + ".argosmodel"
        try bundle.files.copy(model.place, to: try NewFile(copy), digest: bundle.digests[model.place])
        let archive = try ZipArchive(copy, shown: BundlePath.shown(model.place))
        for entry in archive.entries where entry.name.hasPrefix(model.inner) {
            let file = try file(String(entry.name.dropFirst(model.inner.count)), in: new)
            try archive.unpack(entry, file.write)
            try file.finish()
        }
        try remove(copy)
    }

    private func file(_ name: String, in folder: String) throws -> NewFile {
        let parts = name.split(separator: "/")
        for count in 1..<max(parts.count, 1) { try make(folder + "/" + parts.prefix(count).joined(separator: "/")) }
        return try NewFile(folder + "/" + name)
    }

    private func link(_ place: String, to target: String) throws {
        let new = path + "/link"
        unlink(new)
        guard symlink(target, new) == 0 else { throw failure(new) }
        guard rename(new, place) == 0 else {
            if errno != EISDIR { throw failure(place) }
            throw Failure("\(place) is a folder that sabir engines did not put there. Move it away.")
        }
        FileSystem.synchronize(packages)
    }

    private func synchronize(_ folder: String) throws {
        let names = FileManager.default.enumerator(atPath: folder)
        var folders = [folder]
        while let name = names?.nextObject() as? String {
            if names?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
                folders.append(folder + "/" + name)
            }
        }
        for place in folders {
            if let code = FileSystem.synchronize(place) {
                errno = code
                throw failure(place)
            }
        }
    }

    /// Makes a folder that everybody may read, because the engine runs as a user of its own.
    private func make(_ folder: String) throws {
        guard mkdir(folder, 0o755) == 0 else {
            if errno == EEXIST { return }
            throw failure(folder)
        }
        guard chmod(folder, 0o755) == 0 else { throw failure(folder) }
    }

    private func remove(_ path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw Failure("\(path) cannot be removed: \(error.localizedDescription)")
        }
    }

    private func failure(_ place: String) -> Failure {
        let code = errno
        let remedy = code == EACCES || code == EPERM ? " Do it as root (sudo)." : ""
        return Failure("\(place) cannot be written: \(BundleFiles.reason(code)).\(remedy)")
    }
}
