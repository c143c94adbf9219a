/// Approximate length of SQLite's log since it was last copied into the file.
struct LogLength: Hashable, Sendable {
    /// Pages after which the log is copied into the file: 8 MiB.
    static let most = 2_048
    /// Pages from which on the writing connection copies what is left of the log: 64 MiB.
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
            let length = await ask(as: .reader) { try await $0.checkpoint() } ?? 0
            if length > LogLength.long { await ask { try await $0.checkpointOnWriter() } }
            log.isBeingCopied = false
        }
    }
}
