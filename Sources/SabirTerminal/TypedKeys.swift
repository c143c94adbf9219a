/// Typed keys on their way from the terminal's bytes to libedit. Pure.
struct TypedKeys {
    private var decoder = ScalarDecoder()
    private var marks = PasteMarks()
    private var waiting: ArraySlice<Unicode.Scalar> = []
    /// Since when only an Escape has been waiting.
    private var escapeSince: ContinuousClock.Instant?

    mutating func add(_ bytes: some Sequence<UInt8>) { waiting += marks.keys(decoder.decode(bytes)) }

    mutating func next() -> Unicode.Scalar? { waiting.popFirst() }

    /// How many of the `whole` milliseconds a lone Escape still waits for the rest of its sequence; nil without a lone
    /// Escape.
    mutating func escapePatience(of whole: Int32, now: ContinuousClock.Instant = .now) -> Int32? {
        guard marks.hasLoneEscape else {
            escapeSince = nil
            return nil
        }
        let since = escapeSince ?? now
        escapeSince = since
        let waited = (now - since) / .milliseconds(1)
        return max(0, whole - Int32(min(waited, 60_000)))
    }

    mutating func dropLoneEscape() { marks.dropLoneEscape() }
}
