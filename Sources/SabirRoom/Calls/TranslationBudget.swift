import NIOCore
import SabirCore
import Synchronization

/// How many Unicode scalars people have translated in a minute: each for itself, and those of one address, or of one
/// relay, together. Counted by what stays when somebody joins anew.
struct TranslationBudget: Sendable {
    /// Who shares a budget.
    enum Group: Hashable, Sendable {
        case address([AddressGroup])
        /// Behind a relay, or at another node of a cluster, are many addresses, which are not known here.
        case relay(MemberNumber), elsewhere

        /// How many people's budget it has.
        var shares: Double {
            switch self {
            case .address: TranslationBudget.addressShares
            case .relay, .elsewhere: 50
            }
        }
    }

    /// Behind one address may be a whole clinic: it has as much as so many people, and its network more
    /// (`AddressGroup`).
    static let addressShares = 5.0

    /// How much more of older lines one may read than say: a page of them is what many have said.
    static let readingShares = 3.0

    private var people = BucketTable<String>()
    private var addresses = AddressBuckets()
    private var groups = BucketTable<Group>()

    /// Takes so many from both; false, and none, where either has fewer.
    mutating func take(
        _ scalars: Int, for person: String, in group: Group?, _ rate: TokenBucket.Rate, now: NIODeadline
    ) -> Bool {
        let scalars = Double(scalars)
        guard people.holds(scalars, for: person, rate, now: now) else { return false }
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
    /// What its budget is known by.
    var budgetName: String { joinContext.token.map { "device \($0)" } ?? "member \(number.value)" }

    /// With whom it shares one; nil for this machine's own address, behind which may be everybody.
    var budgetGroup: TranslationBudget.Group? {
        switch whereabouts {
        case .here: joinContext.groups.isEmpty ? nil : .address(joinContext.groups)
        case .behind(let relay): .relay(relay)
        case .elsewhere: .elsewhere
        }
    }
}

/// The numbers of lines for which no engine is asked, as their author has said more in a minute than is translated. The
/// newest 10,000: feeds keep fewer.
///
/// Behind a lock and not the room's: feeds ask for each line, on threads of their own.
final class UntranslatedLines: Sendable {
    static let capacity = 10_000

    private let numbers = Mutex<(set: Set<Int>, order: [Int])>(([], []))

    func add(_ number: Int) {
        numbers.withLock { numbers in
            guard numbers.set.insert(number).inserted else { return }
            numbers.order.append(number)
            guard numbers.order.count > Self.capacity else { return }
            // Half at a time, so that it costs little for each.
            numbers.set.subtract(numbers.order.prefix(Self.capacity / 2))
            numbers.order.removeFirst(Self.capacity / 2)
        }
    }

    func contains(_ number: Int) -> Bool { numbers.withLock { $0.set.contains(number) } }

    /// Another numbering begins.
    func forget() { numbers.withLock { $0 = ([], []) } }
}
