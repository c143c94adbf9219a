/// Who is told of a room's events in place of its sequence, on the same event loop: what was read together is told together.
struct EventListener {
    private var listener: (@Sendable ([RoomEvent]) -> Void)?
    /// What the listener has yet to be told.
    private var unheard: [RoomEvent] = []
    /// Something is being read, or the listener is at work: it may lead to more events, which come behind.
    private var isHeld = false

    mutating func listen(_ listener: @escaping @Sendable ([RoomEvent]) -> Void) { self.listener = listener }

    /// False where nobody listens.
    mutating func add(_ event: RoomEvent) -> Bool {
        guard listener != nil else { return false }
        unheard.append(event)
        return true
    }

    /// From now on nothing is told.
    ///
    /// - Returns: for `release`: whether that was so before.
    mutating func hold() -> Bool {
        defer { isHeld = true }
        return isHeld
    }

    mutating func release(_ wasHeld: Bool) { isHeld = wasHeld }

    /// What is to be told now, and whom; nil where there is nothing, or it has to wait. To be released behind it.
    mutating func take() -> (listener: @Sendable ([RoomEvent]) -> Void, events: [RoomEvent])? {
        guard !isHeld, !unheard.isEmpty, let listener else { return nil }
        isHeld = true
        defer { unheard = [] }
        return (listener, unheard)
    }
}
