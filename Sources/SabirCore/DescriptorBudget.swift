import Glibc

/// How the file descriptors that this process may have are shared out, so that there is always one left to accept a
/// connection with, to open a file, or to ask an engine.
package struct DescriptorBudget: Hashable, Sendable {
    /// Connections of the rooms' port, and of the page.
    package let rooms: Int
    package let page: Int
    /// Connections of the IRC listener, where there is one: out of what is kept for the page.
    package var irc: Int { page / 4 }

    /// Of `limit` descriptors a part is kept for files, engines, Avahi and the process itself; the rooms get two thirds
    /// of the rest and the page one.
    package init(limit: Int) {
        let reserve = 64 + min(limit / 16, 448)
        let rest = max(limit - reserve, 24)
        rooms = rest * 2 / 3
        page = rest - rooms
    }

    /// By this process's own soft limit (getrlimit(2)).
    package static func current() -> DescriptorBudget {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorBudget(limit: 1_024)
        }
        return DescriptorBudget(limit: Int(clamping: limit.rlim_cur))
    }
}
