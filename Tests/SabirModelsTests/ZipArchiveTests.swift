import Foundation
import SabirCore
import Testing

@testable import sabir

/// What an archive says of itself is not believed.
struct ZipArchiveTests {
    /// Of Python's zipfile: two packed entries and one that is not.
    private static let whole = Data(
        base64Encoded: """
            UEsDBBQAAAAIAAAAIQAP3Gn5HgAAACQAAAAPAAAAbS9tZXRhZGF0YS5qc29uq1ZKK8rPjU/OT0lVslJQSs1T0lFQKslHCBQr1QIA
            UEsDBBQAAAAIAAAAIQASohJHIQAAAIAMAAARAAAAbS9tb2RlbC9tb2RlbC5iaW7txbENACAIALBXeM6AsyS87xVs7dI5N6tfjG3b
            tm0v/wFQSwMEFAAAAAAAAAAhAHJ0LbkGAAAABgAAABUAAABtL3NlbnRlbmNlcGllY2UubW9kZWxwaWVjZXNQSwECFAMUAAAACAAA
            ACEAD9xp+R4AAAAkAAAADwAAAAAAAAAAAAAAgAEAAAAAbS9tZXRhZGF0YS5qc29uUEsBAhQDFAAAAAgAAAAhABKiEkchAAAAgAwA
            ABEAAAAAAAAAAAAAAIABSwAAAG0vbW9kZWwvbW9kZWwuYmluUEsBAhQDFAAAAAAAAAAhAHJ0LbkGAAAABgAAABUAAAAAAAAAAAAA
            AIABmwAAAG0vc2VudGVuY2VwaWVjZS5tb2RlbFBLBQYAAAAAAwADAL8AAADUAAAAAAA=
            """, options: .ignoreUnknownCharacters)

    /// The bytes of each entry; throws what the reader throws.
    private func read(_ data: Data) throws -> [String: Int] {
        let file = FileManager.default.temporaryDirectory.appending(path: "sabir-zip-\(UUID().uuidString)")
        try data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let archive = try ZipArchive(file.path, shown: "x")
        var read: [String: Int] = [:]
        for entry in archive.entries {
            var count = 0
            try archive.unpack(entry) { piece in count += piece.count }
            #expect(count == entry.size && BundlePath.staysInside(entry.name))
            read[entry.name] = count
        }
        return read
    }

    @Test func anArchiveIsReadWhole() throws {
        let whole = try #require(Self.whole)
        #expect(try read(whole) == ["m/metadata.json": 36, "m/model/model.bin": 3_200, "m/sentencepiece.model": 6])
    }

    @Test func aDamagedOneIsRefusedOrReadAsItIs() throws {
        let whole = try #require(Self.whole)
        var random = SplitMix64(state: 7)
        var refused = 0
        for turn in 0..<300 {
            var bytes = [UInt8](whole)
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if turn % 10 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            do { _ = try read(Data(bytes)) } catch is Failure { refused += 1 }
        }
        #expect(refused > 50)
    }
}
