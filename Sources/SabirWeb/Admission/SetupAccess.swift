import SabirCore

/// Owns which devices may set up a place that has no configuration yet: those that show the code printed on this
/// computer. Each code admits one device and is then replaced.
///
/// An address has ten tries a minute, and its network more (`AddressGroup`).
actor SetupAccess {
    private static let tries = TokenBucket.Rate(perMinute: 10)
    static let lifetime = Duration.seconds(3_600)

    private var current = ReadableCode()
    private var tries = AddressBuckets()
    /// The tokens of devices. Sixteen: with more within an hour, the first is no longer in use.
    private var devices = RecentKeys<String>(for: lifetime, most: 16)

    /// The current code as people read it, such as `K7QM-3XRD`.
    var code: String { current.description }

    /// Admits a device that shows the code; returns its token.
    func enter(_ given: String, from address: String, at now: ContinuousClock.Instant) throws(WebRefusal) -> String {
        guard tries.take(for: AddressGroup.groups(of: address), Self.tries, now: now) else { throw .tooFast }
        guard current.isMeant(by: given) else { throw .wrongCode("The code is wrong. Look at the newest one.") }
        current = ReadableCode()
        let token = Base64URL.random(bytes: 16)
        devices.note(token, now: now)
        return token
    }

    func isIn(_ token: String?, at now: ContinuousClock.Instant) -> Bool {
        token.map { devices.has($0, now: now) } ?? false
    }
}
