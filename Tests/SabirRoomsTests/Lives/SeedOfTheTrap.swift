#if canImport(Glibc)
    import Glibc
#endif

/// Says which seed was being tried when the process ends by a trap, which no test can catch.
enum SeedOfTheTrap {
    /// Only written by the test's one thread, and read by the handler of the signal that ends it.
    nonisolated(unsafe) private static var text: UnsafeMutablePointer<CChar> = {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: 64)
        for number in [SIGILL, SIGTRAP] {
            signal(number) { number in
                write(STDERR_FILENO, SeedOfTheTrap.text, strlen(SeedOfTheTrap.text))
                signal(number, SIG_DFL)
            }
        }
        return text
    }()

    static func isTrying(_ seed: UInt64) {
        let message = "random lives: a trap, SABIR_SEED=\(seed)\n"
        message.withCString { _ = strncpy(text, $0, 63) }
    }
}
