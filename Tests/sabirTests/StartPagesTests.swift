import Foundation
import Testing

@testable import sabir

struct StartPagesTests {
    @Test func whatMayHaveBeenWrittenToIsLeftAlone() {
        let maps = """
            55c0a0000000-55c0a0400000 r--p 00000000 fe:00 131 /usr/lib/sabir/sabir
            55c0a0400000-55c0a2000000 r-xp 003ff000 fe:00 131 /usr/lib/sabir/sabir
            55c0a2000000-55c0a2200000 r--p 01fff000 fe:00 131 /usr/lib/sabir/sabir
            55c0a2200000-55c0a2300000 rw-p 021fe000 fe:00 131 /usr/lib/sabir/sabir
            55c0a3000000-55c0a3100000 rw-p 00000000 00:00 0   [heap]
            7f0000000000-7f0000001000 r--p 00000000 00:00 0
            7f0000100000-7f0000200000 r-xp 00001000 fe:00 17  /a folder/lib x.so (deleted)
            7f0000300000-7f0000400000 rwxp 00001000 fe:00 17  /usr/lib/odd.so
            7ffc00000000-7ffc00002000 r-xp 00000000 00:00 0   [vdso]
            broken
            """
        #expect(
            StartPages.unchangeable(maps) == [
                0x55c0_a000_0000..<0x55c0_a040_0000, 0x55c0_a040_0000..<0x55c0_a200_0000,
                0x7f00_0010_0000..<0x7f00_0020_0000,
            ])
    }

    @Test func theProgramGoesOnWithLessOfItsFilesInMemory() throws {
        // All of it is touched first, so that there is something to give back.
        for region in StartPages.unchangeable(try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) {
            var sum = 0
            for page in stride(from: region.lowerBound, to: region.upperBound, by: 4_096) {
                sum &+= Int(UnsafePointer<UInt8>(bitPattern: page)?.pointee ?? 0)
            }
            #expect(sum >= 0)
        }
        let before = try fileBackedKilobytes()
        StartPages.release()
        #expect(try fileBackedKilobytes() < before)
    }

    private func fileBackedKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
    }
}
