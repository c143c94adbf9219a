import NIOCore

/// Settings of the translation API, which serves only private, link-local and loopback addresses.
package struct SharingSettings: Sendable {
    /// The addresses to listen on, such as `::` or `127.0.0.1`, all with the same port; 0: any free port.
    let addresses: [String]
    let port: Int
    /// Limits of one address a minute, in requests and characters; a minute's worth may be used at once.
    var requestsPerMinute = 120
    package var charactersPerMinute = 20_000
    /// The longest text in characters.
    var charactersPerText = 5_000
    var textsPerRequest = 64
    /// How many requests may wait for the engine: of all askers, and of one.
    var requestsAtOnce = 16
    var requestsAtOncePerAsker = 4
    /// How long the engine may take to answer.
    var answerWithin = Duration.seconds(20)

    /// The largest request in bytes.
    static let maximumBody = 64 * 1_024
    /// How long a request may take to arrive, and how long a kept connection may wait for the next one.
    static let arrivesWithin = TimeAmount.seconds(15)
    static let maximumConnections = 256

    package init(addresses: [String], port: Int) {
        self.addresses = addresses
        self.port = port
    }
}
