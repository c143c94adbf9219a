import Foundation
import SabirCore
import Testing

@testable import SabirNode

/// What is written comes back, and nothing that was changed does.
@Suite struct ArchiveTests {
    private static let chunk = ArchiveHeader.chunk
    private let scratch = Scratch()
    private let key = RecoveryKey()

    /// An archive of these bytes alone.
    private func archive(_ data: Data) throws -> Data {
        let path = scratch.path + "/archive"
        unlink(path)
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        var writer = try ArchiveWriter(path: path, descriptor: descriptor, key: key)
        try writer.append(data)
        try writer.finish()
        return try Data(contentsOf: URL(filePath: path))
    }

    private func read(_ archive: Data, _ count: Int, with key: RecoveryKey? = nil) throws -> Data {
        var reader = try ArchiveReader(try scratch.write("changed", archive), key: key ?? self.key)
        let data = try reader.read(count)
        try reader.end()
        return data
    }

    private static func bytes(_ count: Int) -> Data {
        var random = SplitMix64(state: 7)
        return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    @Test(arguments: [1, 1_048_575, 1_048_576, 1_048_577, 3 << 20])
    func whatWasWrittenComesBack(_ count: Int) throws {
        let data = Self.bytes(count)
        let written = try archive(data)
        let chunks = max(1, (count + Self.chunk - 1) / Self.chunk)
        #expect(written.count == ArchiveHeader.length + count + chunks * ChunkCipher.overhead)
        #expect(try read(written, count) == data)
    }

    @Test func aChangedByteIsFoundWhereverItIs() async throws {
        let written = try archive(Self.bytes(2 * Self.chunk + 100))
        for place in [0, 11, 12, 14, 16, 20, 52, 60, 60 + Self.chunk, 60 + Self.chunk + 20, written.count - 1] {
            var changed = written
            changed[place] ^= 1
            let why = await failure { _ = try read(changed, 2 * Self.chunk + 100) }
            #expect(!why.isEmpty, "byte \(place)")
        }
    }

    @Test func oneThatIsCutOffIsFound() async throws {
        let count = 3 * Self.chunk
        let written = try archive(Self.bytes(count))
        let piece = Self.chunk + ChunkCipher.overhead
        for length in [60, 60 + piece, 60 + 2 * piece] {
            let why = await failure { _ = try read(written.prefix(length), count) }
            #expect(why.contains("ends too early"), "\(length)")
        }
        for length in [30, 61, 60 + piece + 7, written.count - 1] {
            #expect(!(await failure { _ = try read(written.prefix(length), count) }).isEmpty, "\(length)")
        }
        #expect(await failure { _ = try read(written + [0], count) }.contains("is damaged"))
    }

    @Test func exchangedAndDoubledChunksAreFound() async throws {
        let count = 3 * Self.chunk
        let written = try archive(Self.bytes(count))
        let piece = Self.chunk + ChunkCipher.overhead
        let parts = (0..<3).map { written[(60 + $0 * piece)..<(60 + ($0 + 1) * piece)] }
        for order in [[1, 0, 2], [0, 2, 1], [0, 0, 2], [0, 1, 1], [2, 1, 0]] {
            let mixed = order.reduce(written.prefix(60)) { $0 + parts[$1] }
            #expect(await failure { _ = try read(mixed, count) }.contains("is damaged"), "\(order)")
        }
    }

    @Test func anotherKeyIsToldByItsSheet() async throws {
        let (written, other) = (try archive(Data("hola".utf8)), RecoveryKey())
        let why = await failure { _ = try read(written, 4, with: other) }
        #expect(why.contains("sheet \(key.sheet)") && why.contains("sheet \(other.sheet)"))
    }

    @Test func aNewerFormatIsToldAsThat() async throws {
        var written = try archive(Data("hola".utf8))
        written[13] = 2
        #expect(await failure { _ = try read(written, 4) }.contains("newer Sabir (version 2"))
    }

    @Test func chunksOfAnotherArchiveDoNotFit() async throws {
        let (one, two) = (try archive(Data("hola".utf8)), try archive(Data("adeu".utf8)))
        #expect(await failure { _ = try read(one.prefix(60) + two.dropFirst(60), 4) }.contains("is damaged"))
    }
}
