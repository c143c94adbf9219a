package struct CacheLimits: Sendable, Equatable {
    /// Bytes in use within the file. Past it the oldest entries go; the file itself may be a few pages larger, and
    /// its log another 4 MiB.
    package var bytes = 64 << 20
    /// Age in seconds at which an entry is neither found nor kept.
    package var age: Int64 = 30 * 86_400
    /// Entries that wait to be written. A new one is dropped while the disk is this far behind: the translation is
    /// then made again some day.
    package var waiting = 1_024

    package init() {}
}
