import SabirCore
import SabirProtocol

/// Whose share of a desk book an entry takes.
enum DeskHolder: Hashable, Sendable {
    /// Everything from one address, whichever member it comes from (as `PlaceHolder` for places), with the address's
    /// network: what all addresses of one network hold is shared out among them.
    case address([AddressGroup])
    /// A single member: everybody may be behind this machine's own address, and staff have shown a key or the PIN.
    case member(MemberID)
    /// A single member behind this relay. Only the relay's node knows which of its members share an address, and makes
    /// such an address give way there.
    case behind(MemberNumber, MemberID)
    /// A single member at another node of the room.
    case elsewhere(MemberID)
    /// A holder in the stored list of an earlier run, by its number there.
    case earlier(Int)

    var relay: MemberNumber? { if case .behind(let relay, _) = self { relay } else { nil } }

    /// The holder that is compared with all others: the network of an address that has one, else the holder itself.
    fileprivate var household: DeskHolder {
        if case .address(let groups) = self { .address(Array(groups.suffix(1))) } else { self }
    }

    /// Whether the holder is at this node or at a node behind it; the room's authority hears of such entries from this
    /// node alone.
    var isOfThisSide: Bool { if case .elsewhere = self { false } else { true } }
}

protocol DeskEntry: Sendable {
    var holder: DeskHolder { get }
    var deskState: DeskState { get }
}

/// How far staff are with an entry, which decides whether the entry may give way.
enum DeskState: Sendable {
    /// Waits for staff. Of the holder with the most entries the newest gives way.
    case waits
    /// Read by staff. Gives way before the entries of the same holder that still wait.
    case isRead
    /// Somebody is coming. Never gives way.
    case isAnswered
    /// Remembered for a while; takes no place.
    case isOver
}

/// Entries that wait for a room's staff, in order of arrival: calls for help, or reports. Bounded, and nobody pushes
/// out what others wrote. Pure.
///
/// In a full book the holder with the most entries gives one up, if it holds more than the newcomer would hold then. So
/// no holder loses its only entry, and equals take nothing from each other. Otherwise the newcomer is refused. One
/// device can have any number of addresses in a network: so those count together against all others, and each by itself
/// among themselves.
struct DeskBook<Entry: DeskEntry>: Sendable {
    enum Entrance {
        /// `insteadOf`: the entry that gave way and is no longer in the book.
        case entered(insteadOf: Entry?)
        case refused
    }

    /// The most entries that take a place.
    static var capacity: Int { HelpList.most }

    var entries: [Entry] = []
    /// How many relays lie between the room's authority and this node.
    var relaysAbove = 0

    mutating func enter(_ entry: Entry) -> Entrance {
        let full = groups(around: entry.holder).first { group in entries.count(where: group.isMeant) >= group.most }
        var gone: Entry?
        if let full {
            guard let index = evictee(for: entry.holder, in: full) else { return .refused }
            gone = entries.remove(at: index)
        }
        entries.append(entry)
        return .entered(insteadOf: gone)
    }

    // MARK: Shares

    /// Some of the entries, and how many of them may take a place.
    private struct Group {
        let most: Int
        let isIn: (DeskHolder) -> Bool

        func isMeant(_ entry: Entry) -> Bool { entry.deskState != .isOver && isIn(entry.holder) }
    }

    /// Bounds the loop of `share`; a room never has so many relays between its host and a member.
    private static var mostRelays: Int { 10 }

    /// The share of the book for a node with so many relays above it. Each relay leaves a tenth of its host's book to
    /// everybody else, as of the room's places, so that its own entries give way before its host has to refuse one.
    private static func share(under relays: Int) -> Int {
        (0..<min(relays, mostRelays)).reduce(capacity) { share, _ in share - share / 10 }
    }

    /// The groups that the holder is in, the smallest first: where that one has a place free, the others have too.
    private func groups(around holder: DeskHolder) -> [Group] {
        var groups = [Group(most: Self.capacity) { _ in true }]
        if holder.isOfThisSide {
            groups.insert(Group(most: Self.share(under: relaysAbove), isIn: \.isOfThisSide), at: 0)
        }
        if let relay = holder.relay {
            groups.insert(Group(most: Self.share(under: relaysAbove + 1)) { $0.relay == relay }, at: 0)
        }
        return groups
    }

    /// The entry that gives way to a newcomer of this holder; nil where none may.
    private func evictee(for newcomer: DeskHolder, in group: Group) -> Int? {
        var held: [DeskHolder: Int] = [:]
        var together: [DeskHolder: Int] = [:]
        for entry in entries where group.isMeant(entry) {
            held[entry.holder, default: 0] += 1
            together[entry.holder.household, default: 0] += 1
        }
        func holdsMore(_ other: DeskHolder) -> Bool {
            other.household == newcomer.household
                ? held[other, default: 0] > held[newcomer, default: 0] + 1
                : together[other.household, default: 0] > together[newcomer.household, default: 0] + 1
        }
        func rank(_ index: Int) -> (together: Int, held: Int, isRead: Int, index: Int) {
            let entry = entries[index]
            let (all, own) = (together[entry.holder.household, default: 0], held[entry.holder, default: 0])
            return (all, own, entry.deskState == .isRead ? 1 : 0, index)
        }
        return entries.indices.filter { index in
            let entry = entries[index]
            return group.isMeant(entry) && entry.deskState != .isAnswered && holdsMore(entry.holder)
        }.max { rank($0) < rank($1) }
    }
}
