import NIOCore

/// The current connection attempt or connection. Results of earlier attempts no longer count.
struct ConnectionAttempt {
    private(set) var number = 0
    var channel: (any Channel)?
    var tried: [Destination] = []
    private var hasLookedElsewhere = false

    /// - Returns: the new attempt's number.
    mutating func begin() -> Int {
        number += 1
        return number
    }

    /// Ends the current attempt, so that later results of it are ignored.
    ///
    /// - Returns: the channel to close. Closing may report back at once.
    mutating func end() -> (any Channel)? {
        number += 1
        defer { channel = nil }
        return channel
    }

    /// Whether this attempt may look for the room elsewhere; true only the first time.
    mutating func takeChanceToLookElsewhere() -> Bool {
        defer { hasLookedElsewhere = true }
        return !hasLookedElsewhere
    }
}
