import SabirProtocol

/// What a name looks like to a reader: names that share a key cannot be told apart. Never empty.
///
/// The node passes the function in, so that this target needs neither ICU nor another C library, and tests can choose.
package struct NameSkeleton: Sendable {
    let keys: @Sendable (String) -> [String]
    /// The staff whose names this name could be taken for, also while they are in no room: the name is kept for them.
    /// Compares more loosely than `keys`, as an ornament makes nobody another person.
    let owners: @Sendable (_ name: String) -> Set<String>
    /// Whether a name is a word with which the page marks staff, in any language.
    let isWordForStaff: @Sendable (_ name: String) -> Bool

    package init(
        _ keys: @escaping @Sendable (String) -> [String],
        keptFor owners: @escaping @Sendable (_ name: String) -> Set<String> = { _ in [] },
        isWordForStaff: @escaping @Sendable (_ name: String) -> Bool = { _ in false }
    ) {
        self.keys = keys
        self.owners = owners
        self.isWordForStaff = isWordForStaff
    }

    /// Whether a name passes its bearer off as staff, by a word or by a sign.
    func readsAsStaff(_ name: String) -> Bool { StaffSign.isIn(name) || isWordForStaff(name) }

    /// Compares names by letter case alone, as the standard library does.
    package static let letterCase = NameSkeleton { [$0.lowercased()] }
}

/// By what right somebody asks for a name.
enum NameClaim: Hashable, Sendable {
    /// A visitor, who may bear no name that is kept for staff.
    case visitor
    /// A person of staff with their own PIN or key, who may bear their own name and no other person's.
    case person(String)
    /// Staff whom another node of the room vouches for, along with their name.
    case vouched
}

/// Names in a room by what they look like. A look-up costs the same however many members are in.
struct NameIndex: Sendable {
    /// Numbers below this one are always tried first, so that freed ones are given again.
    static let firstCounted = 10
    /// How many names' last numbers are remembered; past that all are forgotten and counted anew.
    static let rememberedNames = 1_000

    private let skeleton: NameSkeleton
    private var holders: [String: MemberNumber] = [:]
    private var keys: [MemberNumber: [String]] = [:]
    /// The last number given to a name, so that the thousandth "Anna" does not try all numbers before its own.
    private var lastNumbers: [String: Int] = [:]

    init(_ skeleton: NameSkeleton) { self.skeleton = skeleton }

    mutating func hold(_ name: String, by number: MemberNumber) {
        release(number)
        let looks = skeleton.keys(name)
        for key in looks { holders[key] = number }
        keys[number] = looks
    }

    mutating func release(_ number: MemberNumber) {
        for key in keys.removeValue(forKey: number) ?? [] where holders[key] == number { holders[key] = nil }
    }

    /// Returns `wanted`, or, where that looks like another member's name, `wanted` with the lowest number from 2 that
    /// does not. A name kept for staff counts as taken for everybody else.
    mutating func unlikeOthers(
        _ wanted: String, for number: MemberNumber, as claim: NameClaim = .visitor
    ) -> String {
        if isFree(wanted, for: number, claim) { return wanted }
        for count in 2..<Self.firstCounted {
            let name = Self.numbered(wanted, count)
            if isFree(name, for: number, claim) { return name }
        }
        let base = skeleton.keys(wanted)[0]
        var count = lastNumbers[base].map { $0 + 1 } ?? Self.firstCounted
        while !isFree(Self.numbered(wanted, count), for: number, claim) { count += 1 }
        if lastNumbers.count >= Self.rememberedNames { lastNumbers = [:] }
        lastNumbers[base] = count
        return Self.numbered(wanted, count)
    }

    /// Other members whose names look like this one, which is kept for a person of staff.
    func bearers(of name: String, keptFor person: String, besides number: MemberNumber) -> Set<MemberNumber> {
        guard skeleton.owners(name).contains(person) else { return [] }
        return Set(skeleton.keys(name).compactMap { holders[$0] }).subtracting([number])
    }

    private func isFree(_ name: String, for number: MemberNumber, _ claim: NameClaim) -> Bool {
        skeleton.keys(name).allSatisfy { (holders[$0] ?? number) == number } && mayBear(name, claim)
    }

    private func mayBear(_ name: String, _ claim: NameClaim) -> Bool {
        guard claim != .vouched else { return true }
        let owners = skeleton.owners(name)
        return owners.isEmpty || owners.contains { claim == .person($0) }
    }

    /// The name with a number, cut where it would be longer than a name may be.
    private static func numbered(_ name: String, _ count: Int) -> String {
        let suffix = " \(count)"
        let stem = String(name.unicodeScalars.prefix(WireText.maximumName - suffix.unicodeScalars.count))
        return WireText.cleanName(stem) + suffix
    }
}
