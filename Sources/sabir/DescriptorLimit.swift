import Glibc

/// Each member costs a file descriptor; many systems allow a process 1,024 unless it asks for more.
enum DescriptorLimit {
    /// Raises the limit to the hard limit. A failure leaves it as it was.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
