import Glibc
import SabirCore

/// Switches this process to the service's user for good, because root's access says nothing about the service's.
package enum ServiceUser {
    /// Throws a sentence if there is no such user or the system refuses.
    ///
    /// - Parameter user: a name or number.
    package static func become(_ user: String, groups: [String]) throws(NodeError) {
        guard let (uid, gid, name) = account(user) else {
            throw NodeError(description: "The service runs as \(user), and this machine has no such user.")
        }
        var all = [gid]
        if let name {
            var count: Int32 = 64
            var found = [gid_t](repeating: 0, count: Int(count))
            if getgrouplist(name, gid, &found, &count) >= 0 { all += found.prefix(Int(count)) }
        }
        all += groups.compactMap { getgrnam($0)?.pointee.gr_gid ?? gid_t($0) }
        // glibc changes all threads at once (nptl(7)), and the saved ids with the others (setreuid(2)).
        guard setgroups(all.count, all) == 0, setregid(gid, gid) == 0, setreuid(uid, uid) == 0 else {
            throw NodeError(description: "This process cannot become \(user): \(String(cString: strerror(errno))).")
        }
    }

    /// The name of this process's user, or its number without a name.
    static var current: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? String(geteuid())
    }

    private static func account(_ user: String) -> (uid_t, gid_t, name: String?)? {
        if let known = getpwnam(user)?.pointee { return (known.pw_uid, known.pw_gid, user) }
        guard let number = uid_t(user) else { return nil }
        if let known = getpwuid(number)?.pointee { return (number, known.pw_gid, String(cString: known.pw_name)) }
        return (number, gid_t(number), nil)
    }
}
