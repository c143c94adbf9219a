import NIOCore

/// Which connection is the present one, or is being made: what comes of earlier ones no longer counts.
struct ConnectionAttempt {
    private(set) var number = 0
    private(set) var channel: (any Channel)?
    /// Where the present attempt has tried.
    private(set) var tried: [Destination] = []
    private var hasLookedElsewhere = false

    /// - Returns: the new attempt's number.
    mutating func begin() -> Int {
        number += 1
        return number
    }

    mutating func tries(_ destinations: [Destination]) { tried = destinations }

    mutating func connected(_ channel: any Channel) { self.channel = channel }

    /// - Returns: what has to be closed, which may be told of at once.
    mutating func end() -> (any Channel)? {
        number += 1
        defer { channel = nil }
        return channel
    }

    /// True once.
    mutating func takeChanceToLookElsewhere() -> Bool {
        defer { hasLookedElsewhere = true }
        return !hasLookedElsewhere
    }
}
