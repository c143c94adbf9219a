import CMalloc
import Foundation
import Glibc

/// The pages of program and libraries that only a start needs: three quarters of all that are in memory by then.
///
/// The kernel maps sixteen pages of a file around each one that is touched, so that a start, which is everywhere once,
/// maps most of the program. Those pages are as they are on disk; one that is needed again is there after a fault that
/// reads nothing, as long as the kernel keeps the file (madvise(2), `MADV_DONTNEED`).
enum StartPages {
    /// Once what a start sets going, such as the first look at each engine, has been done; not where the task is cancelled.
    static func releaseOnceSettled() async {
        if (try? await Task.sleep(for: .seconds(3))) != nil { release() }
    }

    /// Gives them back, and what the start allocated and freed. Where that fails, they stay.
    static func release() {
        malloc_trim(0)
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return }
        for region in unchangeable(maps) {
            madvise(UnsafeMutableRawPointer(bitPattern: region.lowerBound), region.count, MADV_DONTNEED)
        }
    }

    /// What of `/proc/PID/maps` (proc_pid_maps(5)) holds nothing but a file's bytes: code, and the constants at a file's
    /// beginning. Other constants may be such as the linker wrote addresses into and then locked.
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
