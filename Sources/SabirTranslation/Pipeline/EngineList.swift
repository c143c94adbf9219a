/// The engines of a translator, by numbers that are given once, so that whoever waited for one finds it again, or finds it
/// gone.
struct EngineList {
    private var states: [Int: EngineState] = [:]
    /// The numbers, in order of preference; the room's host, if there is one, is the last.
    private(set) var order: [Int] = []
    /// The number of the room's host that translates for this node.
    private(set) var peer: Int?
    private var last = -1

    subscript(number: Int) -> EngineState? {
        _read { yield states[number] }
        // In place: what is under way at an engine is not to be copied.
        _modify { yield &states[number] }
    }

    /// Those that are asked, in their order.
    var all: [EngineState] { order.compactMap { states[$0] } }
    /// Those that are asked no more, too, while lines are under way there.
    var everyone: [EngineState] { Array(states.values) }

    /// Of all engines, or of all but the room's host.
    func numbers(withPeer: Bool) -> [Int] { withPeer ? order : order.filter { $0 != peer } }

    @discardableResult
    mutating func add(_ engine: EngineState) -> Int {
        last += 1
        states[last] = engine
        order.append(last)
        return last
    }

    /// The endpoints from now on, in this order, before the room's host. Those that are not among them are asked no more,
    /// and stay until `removeRetired`: their numbers.
    mutating func keep(_ endpoints: [Int]) -> [Int] {
        let retired = numbers(withPeer: false).filter { !endpoints.contains($0) }
        order = endpoints + [peer].compactMap(\.self)
        for number in retired { states[number]?.isRetired = true }
        return retired
    }

    /// An engine that is asked no more and that no line waits for; else nil.
    mutating func removeRetired(_ number: Int) -> EngineState? {
        guard let engine = states[number], engine.isRetired, engine.calls.isEmpty else { return nil }
        return states.removeValue(forKey: number)
    }

    /// The last to be asked, of which there is one at most: another has to be removed before.
    mutating func add(peer engine: EngineState) -> Int {
        let number = add(engine)
        peer = number
        return number
    }

    /// Nil where there is none.
    mutating func removePeer() -> EngineState? {
        guard let number = peer else { return nil }
        peer = nil
        order.removeAll { $0 == number }
        return states.removeValue(forKey: number)
    }
}
