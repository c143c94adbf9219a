import SabirProtocol

/// An event of a room, as a front end receives it.
package enum RoomEvent: Hashable, Sendable {
    /// You have joined, for the first time.
    indirect case welcome(Welcome)
    /// `own`: you said it, and the room has it.
    case message(Message, own: Bool)
    /// These messages are lost to you: the host no longer keeps them.
    case gap(ClosedRange<Int>)
    /// Anything else that the host says: who comes and goes, calls, acts of staff, and answers; to a relay also
    /// `relay`, `to` and `granted`. After each welcome there is no notice until told, and the connection to the room's
    /// authority counts as restored.
    case packet(HostPacket)
    /// The room has a password: nothing more happens until `RemoteRoom.use` gives it. Only if the front end can ask for
    /// it.
    case passwordWanted(PasswordWanted)
    case reconnecting(reason: Sentence)
    /// `resumed`: nothing was missed but what a `gap` names. Otherwise the host began a new numbering.
    indirect case reconnected(Welcome, resumed: Bool)
    /// The host refused something; the conversation goes on.
    case refused(WireFault)
    /// The end: after `leave`, or for the reason given.
    case ended(WireFault?)
}
