import CMalloc
import Foundation

/// Releases memory pages of the program and its libraries that only a start needs: three quarters of all in memory by
/// then.
///
/// The kernel maps sixteen pages of a file around each touched one, so a start, which touches code everywhere once,
/// maps most of the program. These pages are unchanged on disk. A page needed again comes back by a fault that reads
/// nothing from disk, as long as the kernel caches the file (madvise(2), `MADV_DONTNEED`).
enum StartPages {
    /// Releases once the work of a start, such as the first check of each engine, is done; not if the task is
    /// cancelled.
    static func releaseOnceSettled() async {
        if (try? await Task.sleep(for: .seconds(3))) != nil { release() }
    }

    /// Releases the pages, and memory that the start allocated and freed. On failure they stay.
    static func release() {
        malloc_trim(0)
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
        for region in unchangeable(maps) {
            madvise(UnsafeMutableRawPointer(bitPattern: region.lowerBound), region.count, MADV_DONTNEED)
        }
    }

    /// The ranges of `/proc/PID/maps` (proc_pid_maps(5)) with nothing but a file's bytes: code, and the constants at a
    /// file's beginning. Into other constants the linker may have written addresses before it locked them.
    static func unchangeable(_ maps: String) -> [Range<UInt>] {
        maps.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count == 6, fields[5].drop(while: { $0 == " " }).hasPrefix("/"),
                fields[1] == "r-xp" || fields[1] == "r--p" && fields[2].allSatisfy({ $0 == "0" })
            else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }
}
