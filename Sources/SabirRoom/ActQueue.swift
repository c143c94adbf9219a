import NIOCore
import SabirProtocol

/// Acts of staff in a room that is its own authority: each is judged, stored, and only then told, one after the other.
/// An act that could not be stored holds in memory, and storing is tried again. Bounded; pure.
struct ActQueue: Sendable {
    static let capacity = ActsUnderWay.capacity
    /// Time from a failure to the next try. On a full disk each try costs one small file at most.
    static let pause = TimeAmount.seconds(10)

    struct Entry: Sendable {
        let act: ModerationAction
        /// Who acted, for the audit record alone.
        let who: String
        /// Who hears the result; nil where nobody waits for it.
        let asker: Asker?
    }

    private var due: [Entry] = []
    private var beingStored: (entry: Entry, decision: JudgedAction, failure: String?)?
    /// The moderation state is to be stored once the current decision is: stored earlier, it would overwrite that
    /// decision, which is not applied yet.
    private var mustKeep = false
    /// Why the moderation state is not stored; nil where it is.
    private(set) var failure: String?
    /// When storing is tried again.
    private var nextTry = NIODeadline.distantFuture

    /// The act whose decision is being stored.
    var current: Entry? { beingStored?.entry }

    /// Returns false where too many acts wait already.
    mutating func add(_ entry: Entry) -> Bool {
        guard due.count < Self.capacity else { return false }
        due.append(entry)
        return true
    }

    /// The next act to judge; nil while a decision is being stored, and where none waits.
    mutating func next() -> Entry? { beingStored == nil && !due.isEmpty ? due.removeFirst() : nil }

    mutating func store(_ decision: JudgedAction, on entry: Entry) { beingStored = (entry, decision, nil) }

    /// Notes that the current decision could not be stored; `finish` returns why.
    mutating func fail(_ why: String) { beingStored?.failure = why }

    /// Ends storing: the act, its decision, and why it could not be stored, if so.
    mutating func finish() -> (entry: Entry, decision: JudgedAction, failure: String?)? {
        defer { beingStored = nil }
        return beingStored
    }

    /// Whether the moderation state can be stored now. Otherwise `takeMustKeep` is true once it can.
    mutating func beginKeeping() -> Bool {
        mustKeep = beingStored != nil
        return !mustKeep
    }

    mutating func takeMustKeep() -> Bool {
        defer { mustKeep = false }
        return mustKeep
    }

    /// Notes that the moderation state was stored, or why it could not be. Returns false where that is no news.
    mutating func setFailure(_ why: String?, now: NIODeadline) -> Bool {
        defer { (failure, nextTry) = (why, why == nil ? .distantFuture : now + Self.pause) }
        return (failure == nil) != (why == nil)
    }

    /// Whether storing is to be tried again now. Until that try succeeds or fails, further calls return false.
    mutating func beginTry(now: NIODeadline) -> Bool {
        guard failure != nil, beingStored == nil, now >= nextTry else { return false }
        nextTry = .distantFuture
        return true
    }

    /// Removes and returns the acts that will never be judged.
    mutating func giveUp() -> [Entry] {
        defer { due = [] }
        return due
    }
}
