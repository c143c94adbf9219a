import Crypto
import Foundation
import Glibc
import SabirCore
import SabirHistory

/// Writes a whole node into one archive, even while the node runs.
package enum NodeArchive {
    private typealias Source = (place: ArchiveManifest.Place, name: String, path: String)
    private typealias Content = (entry: ArchiveManifest.Entry, data: Data?)

    /// The history is copied at one moment; the files beside it are read shortly after, each as a whole.
    ///
    /// - Parameters:
    ///   - work: an existing folder for the history's copy, with enough space and used by nobody else.
    ///   - descriptor: the descriptor of the empty file `path`.
    package static func write(
        _ files: NodeFiles, of node: String, version: String, key: RecoveryKey, work: String, to path: String,
        descriptor: Int32
    ) async throws(NodeError) -> ArchiveManifest {
        let copy = work + "/copy.sqlite"
        let (history, rooms, lines) = try await copyHistory(files.history, to: copy)
        defer { unlink(copy) }
        // The configuration comes first, because a restore needs it before anything else.
        let configuration: [Source] = files.configuration.map { [(.configuration, $0, resolved($0))] } ?? []
        let state: [Source] = StateFolder.files(in: files.state, besides: files.history).map { name in
            (.state, name, files.state + "/" + name)
        }
        let named: [Source] = files.named.map { (.named, files.archived($0), resolved($0)) }
        let contents = try read(configuration, files) + history + read(state + named, files)
        let manifest = ArchiveManifest(
            sabir: version, node: node, made: ClockReading.now().wall, rooms: rooms, lines: lines,
            entries: contents.map(\.entry))
        var writer = try ArchiveWriter(path: path, descriptor: descriptor, key: key)
        try writer.append(try manifest.encoded())
        for (entry, data) in contents {
            if let data {
                try writer.append(data)
            } else {
                try writer.append(contentsOf: copy, bytes: entry.bytes)
            }
        }
        try writer.finish()
        return manifest
    }

    /// Leaves out files that were deleted meanwhile.
    private static func read(_ sources: [Source], _ files: NodeFiles) throws(NodeError) -> [Content] {
        var (found, together): ([Content], Int) = ([], 0)
        for (place, name, path) in sources {
            guard let (data, mode) = try StateFolder.read(path) else { continue }
            if place == .state { together += data.count }
            guard together <= StateFolder.largestTogether else {
                throw NodeError(
                    description: "The files of \(files.state) have more than \(StateFolder.largestTogether) bytes "
                        + "together, the history not counted. Move away what is not Sabir's.")
            }
            let hash = Digest.hexadecimal(SHA256.hash(data: data))
            found.append(
                (.init(place: place, name: name, bytes: data.count, sha256: hash, mode: mode), data))
        }
        return found
    }

    /// An administrator's own files may be links.
    private static func resolved(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

    /// Leaves out the data itself, which is in the copy.
    private static func copyHistory(
        _ path: String, to copy: String
    ) async throws(NodeError) -> ([Content], rooms: Int, lines: Int) {
        guard access(path, F_OK) == 0 else { return ([], 0, 0) }
        try await orNodeError {
            let history = try HistoryInspection(path: path)
            defer { history.close() }
            try await history.backUp(to: copy)
        }
        let (rooms, lines) = try await HistoryCount.of(copy)
        let (hash, bytes) = try Digest.ofFile(copy)
        let entry = ArchiveManifest.Entry(
            place: .history, name: (path as NSString).lastPathComponent, bytes: bytes, sha256: hash, mode: 0o600)
        return ([(entry, nil)], rooms, lines)
    }
}

/// Counts what can be read in a copy of a history.
enum HistoryCount {
    static func of(_ path: String) async throws(NodeError) -> (rooms: Int, lines: Int) {
        try await orNodeError {
            let history = try HistoryInspection(path: path)
            defer { history.close() }
            let rooms = try await history.summaries()
            return (rooms.count, rooms.reduce(0) { $0 + $1.lines })
        }
    }
}

/// SHA-256 digests for manifests.
enum Digest {
    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func ofFile(_ path: String) throws(NodeError) -> (hash: String, bytes: Int) {
        guard let file = FileHandle(forReadingAtPath: path) else { throw ArchiveFault.unreadable(path, errno) }
        defer { try? file.close() }
        var (hash, bytes) = (SHA256(), 0)
        do {
            while let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty {
                hash.update(data: piece)
                bytes += piece.count
            }
        } catch {
            throw ArchiveFault.unreadable(path, errno)
        }
        return (hexadecimal(hash.finalize()), bytes)
    }
}
