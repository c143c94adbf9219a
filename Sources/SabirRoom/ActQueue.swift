import SabirProtocol

/// Acts of staff of a room that is its own authority: one after the other is judged, stored, and only then told. Bounded;
/// pure.
struct ActQueue: Sendable {
    static let capacity = ActsUnderWay.capacity

    struct Entry: Sendable {
        let act: ModerationAction
        /// For the record alone.
        let who: String
        /// Who is to hear what became of it; nil where nobody is.
        let asker: ActsUnderWay.Asker?
    }

    private var due: [Entry] = []
    private var beingStored: (entry: Entry, decision: JudgedAction)?
    /// What stands is to be stored once that has ended: before, it would go over the decision, which does not stand yet.
    private var mustKeep = false

    /// The one whose decision is on its way to the disk.
    var current: Entry? { beingStored?.entry }

    /// False where too many wait already.
    mutating func add(_ entry: Entry) -> Bool {
        guard due.count < Self.capacity else { return false }
        due.append(entry)
        return true
    }

    /// The next one to be judged; nil while a decision is being stored, and where none waits.
    mutating func next() -> Entry? { beingStored == nil && !due.isEmpty ? due.removeFirst() : nil }

    mutating func store(_ decision: JudgedAction, on entry: Entry) { beingStored = (entry, decision) }

    /// The one that was being stored is, or will not be.
    mutating func finish() -> (entry: Entry, decision: JudgedAction)? {
        defer { beingStored = nil }
        return beingStored
    }

    /// Whether what stands can be stored now; otherwise `takeMustKeep` says so once it can.
    mutating func mayKeep() -> Bool {
        mustKeep = beingStored != nil
        return !mustKeep
    }

    mutating func takeMustKeep() -> Bool {
        defer { mustKeep = false }
        return mustKeep
    }

    /// Those whose turn will not come.
    mutating func giveUp() -> [Entry] {
        defer { due = [] }
        return due
    }
}
