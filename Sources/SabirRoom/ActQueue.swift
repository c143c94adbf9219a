import NIOCore
import SabirProtocol

/// Acts of staff of a room that is its own authority: one after the other is judged, stored, and only then told. What
/// could not be stored stands in memory all the same, and storing it is tried again. Bounded; pure.
struct ActQueue: Sendable {
    static let capacity = ActsUnderWay.capacity
    /// From a failure to the next try: each costs a full disk one small file at most.
    static let pause = TimeAmount.seconds(10)

    struct Entry: Sendable {
        let act: ModerationAction
        /// For the record alone.
        let who: String
        /// Who is to hear what became of it; nil where nobody is.
        let asker: ActsUnderWay.Asker?
    }

    private var due: [Entry] = []
    private var beingStored: (entry: Entry, decision: JudgedAction, failure: String?)?
    /// What stands is to be stored once that has ended: before, it would go over the decision, which does not stand yet.
    private var mustKeep = false
    /// Why what stands is not stored; nil where it is.
    private(set) var failure: String?
    /// When storing it is tried again.
    private var nextTry = NIODeadline.distantFuture

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

    mutating func store(_ decision: JudgedAction, on entry: Entry) { beingStored = (entry, decision, nil) }

    /// The current one could not be stored: `finish` tells why.
    mutating func fail(_ why: String) { beingStored?.failure = why }

    /// The one that was being stored is, or could not be.
    mutating func finish() -> (entry: Entry, decision: JudgedAction, failure: String?)? {
        defer { beingStored = nil }
        return beingStored
    }

    /// Whether what stands can be stored now; otherwise `takeMustKeep` says so once it can.
    mutating func beginKeeping() -> Bool {
        mustKeep = beingStored != nil
        return !mustKeep
    }

    mutating func takeMustKeep() -> Bool {
        defer { mustKeep = false }
        return mustKeep
    }

    /// All that stands has been stored, or why it could not be. False where that is no news.
    mutating func setFailure(_ why: String?, now: NIODeadline) -> Bool {
        defer { (failure, nextTry) = (why, why == nil ? .distantFuture : now + Self.pause) }
        return (failure == nil) != (why == nil)
    }

    /// Whether what could not be stored is to be tried again now; not again before that has succeeded or failed.
    mutating func beginTry(now: NIODeadline) -> Bool {
        guard failure != nil, beingStored == nil, now >= nextTry else { return false }
        nextTry = .distantFuture
        return true
    }

    /// Those whose turn will not come.
    mutating func giveUp() -> [Entry] {
        defer { due = [] }
        return due
    }
}
