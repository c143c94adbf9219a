import SabirProtocol
import Testing

@testable import SabirClient

@Suite struct EventListenerTests {
    private let one = RoomEvent.gap(1...1)
    private let two = RoomEvent.gap(2...2)

    private func listening() -> EventListener {
        var events = EventListener()
        events.setListener { _ in }
        return events
    }

    /// What is told now; nil where it has to wait.
    private func told(_ events: inout EventListener) -> [RoomEvent]? { events.beginDelivery()?.events }

    @Test func withoutAListenerNothingIsKept() {
        var events = EventListener()
        let isTaken = events.add(one)
        events.setListener { _ in }
        let later = told(&events)
        #expect(!isTaken && later == nil)
    }

    @Test func whatIsReadTogetherIsToldTogether() {
        var events = listening()
        let wasHeld = events.hold()
        let areTaken = [events.add(one), events.add(two)]
        let meanwhile = told(&events)
        events.release(wasHeld)
        let behind = told(&events)
        #expect(!wasHeld && areTaken == [true, true] && meanwhile == nil && behind == [one, two])
    }

    /// What its own work leads to comes behind, once it is done.
    @Test func theListenerIsNotToldWhileItIsAtWork() {
        var events = listening()
        _ = events.add(one)
        let first = told(&events)
        _ = events.add(two)
        let atWork = told(&events)
        let inner = events.hold()
        events.release(inner)
        let stillAtWork = told(&events)
        events.release(false)
        let second = told(&events)
        events.release(false)
        let nothing = told(&events)
        #expect(first == [one] && atWork == nil && stillAtWork == nil && second == [two] && nothing == nil)
    }
}
