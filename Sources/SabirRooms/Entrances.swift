/// Devices that are on their way in while what they missed is read for them: a device comes in by the newest of its
/// hellos, however long the reading for an earlier one takes. Bounded by the connections.
struct Entrances: Sendable {
    private var newest: [String: Int] = [:]
    private var count = 0

    /// A hello whose member has to wait; what it shows when its turn has come.
    mutating func begin(_ device: String?) -> Int {
        count += 1
        if let device { newest[device] = count }
        return count
    }

    /// The device has come in, or has said another hello: none that waits for it counts any more.
    mutating func overtake(_ device: String?) { if let device { newest[device] = nil } }

    /// Whether it may come in by this hello. Asked once.
    mutating func end(_ turn: Int, _ device: String?) -> Bool {
        guard let device else { return true }
        guard newest[device] == turn else { return false }
        newest[device] = nil
        return true
    }
}
