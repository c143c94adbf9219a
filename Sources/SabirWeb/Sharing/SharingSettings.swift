import NIOCore

/// Where and how freely a node's translation is shared: with askers at private, link-local and loopback addresses.
package struct SharingSettings: Sendable {
    /// What to listen on, such as `::` or `127.0.0.1`, and the port, the same on all; 0 takes any free one.
    let addresses: [String]
    let port: Int
    /// What one address may ask a minute, in requests and in characters; a device that was quiet may use a minute's
    /// worth at once.
    var requestsPerMinute = 120
    package var charactersPerMinute = 20_000
    /// Longest text, in characters.
    var charactersPerText = 5_000
    var textsPerRequest = 64
    /// Requests that may wait for the engine, of all askers and of one.
    var requestsAtOnce = 16
    var requestsAtOncePerAsker = 4
    /// For the engine's answer.
    var answerWithin = Duration.seconds(20)

    /// Longest request, in bytes.
    static let maximumBody = 64 * 1_024
    /// For the whole of a request to arrive; and for the next one on a connection that is kept.
    static let arrivesWithin = TimeAmount.seconds(15)
    static let maximumConnections = 256

    package init(addresses: [String], port: Int) {
        self.addresses = addresses
        self.port = port
    }
}
