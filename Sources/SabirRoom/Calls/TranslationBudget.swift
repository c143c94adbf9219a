import NIOCore
import SabirCore
import Synchronization

/// How many Unicode scalars people have translated in a minute, counted for each person and for each address or relay.
/// Budgets are known by what stays the same when somebody joins anew.
struct TranslationBudget: Sendable {
    /// People who share a budget.
    enum Group: Hashable, Sendable {
        case address([AddressGroup])
        /// A relay or another node of a cluster, whose members' addresses are not known here.
        case relay(MemberNumber), elsewhere

        /// How many persons' budgets the group has.
        var shares: Double {
            switch self {
            case .address: TranslationBudget.addressShares
            case .relay, .elsewhere: 50
            }
        }
    }

    /// A whole clinic may be behind one address, so an address has the budget of this many people, and its network more
    /// (`AddressGroup`).
    static let addressShares = 5.0

    /// How much more of older lines a person may read than write: one page of them holds what many have said.
    static let readingShares = 3.0

    private var people = BucketTable<String>()
    private var addresses = AddressBuckets()
    private var groups = BucketTable<Group>()

    /// Takes so many scalars from both budgets. Returns false, and takes none, where either has fewer.
    mutating func take(
        _ scalars: Int, for person: String, in group: Group?, _ rate: TokenBucket.Rate, now: NIODeadline
    ) -> Bool {
        let scalars = Double(scalars)
        guard people[person].holds(scalars, rate, now: now) else { return false }
        if let group {
            let rate = rate.times(group.shares)
            let isTaken =
                switch group {
                case .address(let own): addresses.take(scalars, for: own, rate, now: now)
                case .relay, .elsewhere: groups.take(scalars, for: group, rate, now: now)
                }
            guard isTaken else { return false }
        }
        return people.take(scalars, for: person, rate, now: now)
    }
}

extension Member {
    var budgetName: String { joinContext.token.map { "device \($0)" } ?? "member \(number.value)" }

    /// With whom this member shares a budget; nil for this machine's own address, as everybody may be behind it.
    var budgetGroup: TranslationBudget.Group? {
        switch whereabouts {
        case .here: joinContext.groups.isEmpty ? nil : .address(joinContext.groups)
        case .behind(let relay): .relay(relay)
        case .elsewhere: .elsewhere
        }
    }
}

/// The numbers of lines for which no engine is asked, because their author has said more in a minute than is
/// translated. Holds the newest 10,000; feeds keep fewer.
///
/// Guarded by a lock instead of the room's actor: feeds ask for each line on threads of their own.
final class UntranslatedLines: Sendable {
    static let capacity = 10_000

    private let numbers = Mutex(LeastRecentlyUsed<Int, Void>(maximumCount: capacity, maximumCost: 0))

    func add(_ number: Int) { numbers.withLock { $0.insert((), for: number, cost: 0) } }

    func contains(_ number: Int) -> Bool { numbers.withLock { $0.contains(number) } }

    /// Forgets all numbers: another numbering begins.
    func forget() { numbers.withLock { $0.removeAll() } }
}
