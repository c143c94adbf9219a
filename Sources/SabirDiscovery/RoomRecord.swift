/// What a room's TXT record says of it: all a guest needs to choose a room and to judge the host it then meets.
package struct RoomRecord: Hashable, Sendable {
    package enum Authentication: String, Sendable {
        case none, password
    }

    /// The relay that announces a room which lives elsewhere.
    package struct Relay: Hashable, Sendable {
        /// Who carries it, as the relay names itself.
        package var via: String
        /// Relays between this announcement and the host, 1 to 8.
        package var hops: Int

        package init(via: String, hops: Int) {
            self.via = via
            self.hops = hops
        }
    }

    /// The room's UUID in text form, letter case as its host wrote it.
    package var id: String
    /// The id of the node that announces it.
    package var node: String
    package var authentication: Authentication
    /// SHA-256 of the certificate in base64url without padding (43 characters); nil where TLS is off.
    package var fingerprint: String?
    /// Members now.
    package var members: Int
    /// The TCP port of the web page, where there is one.
    package var webPort: UInt16?
    package var relay: Relay?

    package init(
        id: String, node: String, authentication: Authentication = .none, fingerprint: String? = nil,
        members: Int = 0, webPort: UInt16? = nil, relay: Relay? = nil
    ) {
        self.id = id
        self.node = node
        self.authentication = authentication
        self.fingerprint = fingerprint
        self.members = members
        self.webPort = webPort
        self.relay = relay
    }
}
