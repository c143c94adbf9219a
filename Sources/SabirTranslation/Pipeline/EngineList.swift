/// A translator's engines by number. Numbers are never reused, so that a task that waited for an engine finds it again,
/// or finds it gone.
struct EngineList {
    private var states: [Int: EngineState] = [:]
    /// The numbers in order of preference; the room's host, if any, is last.
    private(set) var order: [Int] = []
    /// The number of the room's host that translates for this node.
    private(set) var peer: Int?
    private var last = -1

    subscript(number: Int) -> EngineState? {
        _read { yield states[number] }
        // Accesses the state in place, so that its tasks under way are not copied.
        _modify { yield &states[number] }
    }

    /// The engines in use, in order of preference.
    var all: [EngineState] { order.compactMap { states[$0] } }
    /// All engines, including retired ones with lines under way.
    var everyone: [EngineState] { Array(states.values) }

    /// The numbers of all engines, or of all except the room's host.
    func numbers(withPeer: Bool) -> [Int] { withPeer ? order : order.filter { $0 != peer } }

    @discardableResult
    mutating func add(_ engine: EngineState) -> Int {
        last += 1
        states[last] = engine
        order.append(last)
        return last
    }

    /// Uses exactly these endpoints, in this order, before the room's host. Returns the numbers of the others, which
    /// are retired but kept until `removeRetired`.
    mutating func keep(_ endpoints: [Int]) -> [Int] {
        let retired = numbers(withPeer: false).filter { !endpoints.contains($0) }
        order = endpoints + [peer].compactMap(\.self)
        for number in retired { states[number]?.isRetired = true }
        return retired
    }

    /// Removes and returns a retired engine if no line waits for it.
    mutating func removeRetired(_ number: Int) -> EngineState? {
        guard let engine = states[number], engine.isRetired, engine.calls.isEmpty else { return nil }
        return states.removeValue(forKey: number)
    }

    /// Adds a room's host, to be asked last. An earlier host has to be removed before.
    mutating func add(peer engine: EngineState) -> Int {
        let number = add(engine)
        peer = number
        return number
    }

    /// Removes and returns the room's host, if there is one.
    mutating func removePeer() -> EngineState? {
        guard let number = peer else { return nil }
        peer = nil
        order.removeAll { $0 == number }
        return states.removeValue(forKey: number)
    }
}
