import SabirCore
import SabirProtocol

/// Whose share of a book for staff something takes.
enum DeskHolder: Hashable, Sendable {
    /// All that comes from one address, whoever it says it is: as for places (`PlaceHolder`). With its network, among
    /// whose addresses what all of them hold is shared out.
    case address([AddressGroup])
    /// A member by itself: behind this machine's own address may be everybody; staff have shown a key or the PIN.
    case member(MemberID)
    /// A member behind this relay, by itself: the relay's node alone knows who of them is at one address, and lets that
    /// one give way there.
    case behind(MemberNumber, MemberID)
    /// A member at another node of the room, by itself likewise.
    case elsewhere(MemberID)
    /// One of the holders of a list from before a restart, by its number there.
    case earlier(Int)

    var relay: MemberNumber? { if case .behind(let relay, _) = self { relay } else { nil } }

    /// Whose share it is against all others': a network's, of an address that has one.
    fileprivate var household: DeskHolder {
        if case .address(let groups) = self { .address(Array(groups.suffix(1))) } else { self }
    }

    /// Whether it is this node's, or another's behind it, that its own authority hears of by this one.
    var isOfThisSide: Bool { if case .elsewhere = self { false } else { true } }
}

/// What may stand in a book for staff.
protocol DeskEntry: Sendable {
    var holder: DeskHolder { get }
    var deskState: DeskState { get }
}

/// How far staff are with an entry, and so whether it gives way.
enum DeskState: Sendable {
    /// It waits for staff: of whoever holds most the newest gives way.
    case waits
    /// Staff have read it: it gives way before what its holder has waiting.
    case isRead
    /// Somebody is coming: it never gives way.
    case isAnswered
    /// It is known for a while and takes no place.
    case isOver
}

/// What waits for a room's staff, in the order in which it came: their calls for help, and what is reported to them.
/// Bounded, and nobody pushes out what others wrote. Pure.
///
/// Where there is no place, whoever holds most gives one up, if that is more than the newcomer would hold then: so no
/// holder's only entry goes, and equals take nothing from each other. Otherwise the newcomer is refused. The addresses of
/// one network, of which one device can have any number, hold together against all others; among themselves each counts.
struct DeskBook<Entry: DeskEntry>: Sendable {
    enum Entrance {
        /// `insteadOf`: what gave way, and is no longer in the book.
        case entered(insteadOf: Entry?)
        case refused
    }

    /// How many entries take a place at most.
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

    /// Entries among which there is place for so many.
    private struct Group {
        let most: Int
        let isIn: (DeskHolder) -> Bool

        func isMeant(_ entry: Entry) -> Bool { entry.deskState != .isOver && isIn(entry.holder) }
    }

    /// More than there may be between a host and a member.
    private static var mostRelays: Int { 10 }

    /// What a node may hold that has so many relays above it: each leaves a tenth of its host's book to everybody else,
    /// as of the room's places, and lets its own give way before its host has to refuse one.
    private static func share(under relays: Int) -> Int {
        (0..<min(relays, mostRelays)).reduce(capacity) { share, _ in share - share / 10 }
    }

    /// The closest first: once there is place in that, there is in the others.
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
