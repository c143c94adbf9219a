/// A node's link to the authority of a room that is elsewhere: the host that a relay follows, or a stream that several
/// nodes share. Members are told when the link changes, and behind `welcome` while it is down.
package struct Link: Hashable, Sendable {
    /// While false, messages said here wait without acknowledgement.
    package let up: Bool
    /// Milliseconds since 1970 by this node's clock.
    package let since: Int

    package init(up: Bool, since: Int) {
        self.up = up
        self.since = since
    }
}

extension Link {
    init(_ json: JSONObject) throws(WireFault) {
        guard let up = try json.bool("up") else { throw WireFault(.badPacket, "The packet has no \"up\".") }
        self.init(up: up, since: try json.required("since"))
    }
}

extension JSONWriter {
    mutating func link(_ link: Link) {
        field("up", link.up)
        field("since", link.since)
    }
}
