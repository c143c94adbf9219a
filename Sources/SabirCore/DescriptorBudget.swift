import Glibc

/// How this process's file descriptors are shared out, so that one is always left to accept a connection, open a file
/// or ask an engine.
package struct DescriptorBudget: Hashable, Sendable {
    /// Connections of the rooms' port.
    package let rooms: Int
    /// Connections of the web page's port.
    package let page: Int
    /// Connections of the IRC listener, taken from the page's share.
    package var irc: Int { page / 4 }

    /// Keeps part of `limit` for files, engines, Avahi and the process itself; of the rest, rooms get two thirds and
    /// the page one third.
    package init(limit: Int) {
        let reserve = 64 + min(limit / 16, 448)
        let rest = max(limit - reserve, 24)
        rooms = rest * 2 / 3
        page = rest - rooms
    }

    /// The budget under this process's soft limit (getrlimit(2)).
    package static func current() -> DescriptorBudget {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return DescriptorBudget(limit: 1_024)
        }
        return DescriptorBudget(limit: Int(clamping: limit.rlim_cur))
    }
}
