import CZlib
import Foundation
import Glibc

/// A zip file (APPNOTE 6.3.10) as used for an `.argosmodel`: without encryption, links and the extension for more than
/// 4 GiB.
///
/// Trusts nothing that the file says of itself: refuses names that lead outside, and no entry becomes longer than
/// announced.
final class ZipArchive {
    struct Entry: Hashable {
        let name: String
        /// Bytes after unpacking.
        let size: Int
        fileprivate let packed: Int
        fileprivate let method: Int
        fileprivate let crc: UInt32
        /// Offset of the entry's own header in the file.
        fileprivate let offset: Int
    }

    static let mostEntries = 10_000
    private static let largestDirectory = 4 << 20
    private static let piece = 1 << 18

    /// Files only, in the archive's order.
    private(set) var entries: [Entry] = []
    private let path: String
    private let shown: String
    private let descriptor: Int32
    private let length: Int

    /// - Parameter shown: the file's name in sentences.
    init(_ path: String, shown: String) throws {
        self.path = path
        self.shown = shown
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        let end = descriptor >= 0 ? lseek(descriptor, 0, SEEK_END) : -1
        length = Int(end)
        guard end >= 0 else {
            throw Failure("\(shown) cannot be read: \(BundleFiles.reason(errno)).")
        }
        try readDirectory()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func fault(_ what: String) -> Failure {
        Failure("\(shown) is no archive of a model: \(what). Copy it to the stick anew.")
    }

    private func named(_ entry: Entry) -> String { "\(BundlePath.shown(entry.name)) in it" }

    private func bytes(_ offset: Int, _ count: Int) throws -> [UInt8] {
        guard offset >= 0, count >= 0, offset <= length, count <= length - offset else {
            throw fault("it ends too early")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw fault("it cannot be read to its end") }
            done += read
        }
        return bytes
    }

    // MARK: The list of entries

    private func readDirectory() throws {
        let tail = try bytes(max(0, length - 65_557), min(length, 65_557))
        guard
            let end = tail.indices.reversed().first(where: {
                tail.number($0, 4) == 0x0605_4b50 && $0 + 22 <= tail.count
            })
        else { throw fault("it is no zip file") }
        let (count, size, offset) = (tail.number(end + 10, 2), tail.number(end + 12, 4), tail.number(end + 16, 4))
        guard count <= Self.mostEntries, size <= Self.largestDirectory else {
            throw fault("it has too many files")
        }
        let directory = try bytes(offset, size)
        var place = 0
        var names: Set<String> = []
        for _ in 0..<count {
            guard directory.number(place, 4) == 0x0201_4b50, place + 46 <= directory.count else {
                throw fault("its list of files is damaged")
            }
            let nameLength = directory.number(place + 28, 2)
            guard place + 46 + nameLength <= directory.count,
                let name = String(validating: directory[(place + 46)..<(place + 46 + nameLength)], as: UTF8.self)
            else { throw fault("a file in it has no readable name") }
            if let entry = try entry(name, directory, place) {
                guard names.insert(name).inserted else { throw fault("\(BundlePath.shown(name)) is in it twice") }
                entries.append(entry)
            }
            place += 46 + nameLength + directory.number(place + 30, 2) + directory.number(place + 32, 2)
        }
    }

    /// Reads an entry of the directory; nil for a folder.
    private func entry(_ name: String, _ directory: [UInt8], _ place: Int) throws -> Entry? {
        let isFolder = name.hasSuffix("/")
        guard BundlePath.staysInside(isFolder ? String(name.dropLast()) : name) else {
            throw Failure(
                "\(shown) has a file that would lie outside its folder (\(BundlePath.shown(name))). Nothing is taken "
                    + "of it.")
        }
        // Only Unix archives have a mode in the attributes' upper half. A link may lead anywhere.
        let isUnix = directory.number(place + 4, 2) >> 8 == 3
        if isUnix, mode_t(directory.number(place + 38, 4) >> 16) & S_IFMT == S_IFLNK {
            throw Failure(
                "\(shown) has a link in it (\(BundlePath.shown(name))), which may lead anywhere. Nothing is taken of "
                    + "it.")
        }
        if isFolder { return nil }
        guard directory.number(place + 8, 2) & 1 == 0 else { throw fault("it is encrypted") }
        let method = directory.number(place + 10, 2)
        guard method == 0 || method == 8 else { throw fault("it is packed in a way that is not known here") }
        let (packed, size) = (directory.number(place + 20, 4), directory.number(place + 24, 4))
        guard packed != 0xFFFF_FFFF, size != 0xFFFF_FFFF else {
            throw fault("\(BundlePath.shown(name)) in it is larger than 4 GiB")
        }
        return Entry(
            name: name, size: size, packed: packed, method: method, crc: UInt32(directory.number(place + 16, 4)),
            offset: directory.number(place + 42, 4))
    }

    // MARK: What is in them

    /// Reads a small entry as a whole.
    func data(_ entry: Entry, atMost limit: Int) throws -> Data {
        guard entry.size <= limit else {
            throw fault("\(named(entry)) is larger than \(limit) bytes")
        }
        var data = Data()
        try unpack(entry) { piece in data.append(contentsOf: piece) }
        return data
    }

    /// Passes on the entry in pieces, in order. Throws if they differ from the list of entries.
    func unpack(_ entry: Entry, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        let header = try bytes(entry.offset, 30)
        guard header.number(0, 4) == 0x0403_4b50 else { throw fault("its list of files is damaged") }
        let start = entry.offset + 30 + header.number(26, 2) + header.number(28, 2)
        var (written, sum) = (0, crc32(0, nil, 0))
        try pieces(entry, from: start) { piece in
            written += piece.count
            guard written <= entry.size else {
                throw self.fault("\(self.named(entry)) is longer than it says")
            }
            sum = crc32(sum, piece.bindMemory(to: Bytef.self).baseAddress, uInt(piece.count))
            try take(piece)
        }
        guard written == entry.size, sum == uLong(entry.crc) else {
            throw fault("\(named(entry)) is damaged")
        }
    }

    private func pieces(_ entry: Entry, from start: Int, _ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard entry.method == 8 else {
            for place in stride(from: start, to: start + entry.packed, by: Self.piece) {
                try bytes(place, min(Self.piece, start + entry.packed - place)).withUnsafeBytes(take)
            }
            return
        }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
        defer {
            inflateEnd(stream)
            stream.deallocate()
            output.deallocate()
        }
        // A negative window size means a raw stream without zlib's header, as in a zip file.
        var result = inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        var read = 0
        while read < entry.packed, result != Z_STREAM_END {
            var piece = try bytes(start + read, min(Self.piece, entry.packed - read))
            read += piece.count
            try piece.withUnsafeMutableBytes { bytes in
                stream.pointee.next_in = bytes.bindMemory(to: Bytef.self).baseAddress
                stream.pointee.avail_in = uInt(bytes.count)
                repeat {
                    stream.pointee.next_out = output.bindMemory(to: Bytef.self).baseAddress
                    stream.pointee.avail_out = uInt(output.count)
                    result = inflate(stream, Z_NO_FLUSH)
                    guard result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR else {
                        throw fault("\(named(entry)) is damaged")
                    }
                    let made = output.count - Int(stream.pointee.avail_out)
                    if made > 0 { try take(UnsafeRawBufferPointer(rebasing: output[..<made])) }
                } while result != Z_STREAM_END && (stream.pointee.avail_out == 0 || stream.pointee.avail_in > 0)
            }
        }
    }
}

extension [UInt8] {
    /// Reads a little-endian number of `count` bytes; -1 at the end of the data.
    fileprivate func number(_ place: Int, _ count: Int) -> Int {
        guard place >= 0, place + count <= self.count else { return -1 }
        return (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }
}
