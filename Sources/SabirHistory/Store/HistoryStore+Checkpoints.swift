/// Approximate length of SQLite's log since it was last copied into the file.
struct LogLength: Hashable, Sendable {
    /// Pages after which the log is copied into the file: 8 MiB.
    static let most = 2_048
    /// Pages that copying beside the appends may leave; beyond that the writing connection copies: 64 MiB.
    static let long = 16_384

    var pages = 0
    var isBeingCopied = false
}

extension HistoryStore {
    /// Notes how much was written, and starts copying the log into the file where it is time: beside the appends, since
    /// copying waits for the disk.
    func wrote(pages: Int) {
        log.pages += pages
        guard log.pages >= LogLength.most, !log.isBeingCopied else { return }
        log.isBeingCopied = true
        log.pages = 0
        Task {
            var left = await ask(as: .reader) { try await $0.checkpoint() } ?? 0
            if left > LogLength.long { left = await ask { try await $0.checkpointOnWriter() } ?? 0 }
            log.pages += left
            log.isBeingCopied = false
        }
    }
}
