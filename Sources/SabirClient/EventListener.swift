/// A listener that receives a room's events in place of its sequence, on the same event loop. Events of packets that
/// were read together arrive together.
struct EventListener {
    private var listener: (@Sendable ([RoomEvent]) -> Void)?
    /// Events that the listener has not received yet.
    private var unheard: [RoomEvent] = []
    /// Whether packets are being read or the listener is at work. Both may cause more events, which then follow in
    /// order.
    private var isHeld = false

    mutating func setListener(_ listener: @escaping @Sendable ([RoomEvent]) -> Void) { self.listener = listener }

    /// Queues the event for the listener. Returns false without one.
    mutating func add(_ event: RoomEvent) -> Bool {
        guard listener != nil else { return false }
        unheard.append(event)
        return true
    }

    /// Holds events back until `release`.
    ///
    /// - Returns: for `release`: whether they were held back before.
    mutating func hold() -> Bool {
        defer { isHeld = true }
        return isHeld
    }

    mutating func release(_ wasHeld: Bool) { isHeld = wasHeld }

    /// The events to deliver now, with their listener; nil if there are none or they are held back. Holds further
    /// events back: the caller releases them after delivery.
    mutating func beginDelivery() -> (listener: @Sendable ([RoomEvent]) -> Void, events: [RoomEvent])? {
        guard !isHeld, !unheard.isEmpty, let listener else { return nil }
        isHeld = true
        defer { unheard = [] }
        return (listener, unheard)
    }
}
