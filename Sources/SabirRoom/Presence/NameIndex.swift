import SabirProtocol

/// What a name looks like to a reader: names that share a key cannot be told apart. Never empty.
///
/// Passed in by the node, so that this target knows neither ICU nor any other C library, and tests can choose.
package struct NameSkeleton: Sendable {
    let keys: @Sendable (String) -> [String]
    /// The persons of staff whom a name could be taken for, also while they are in no room: it is kept for them. Wider
    /// than `keys`, as an ornament makes nobody another person.
    let owners: @Sendable (_ name: String) -> Set<String>
    /// Whether a name is a word that the page shows for staff, in any language.
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

    /// Whether a name passes its bearer off as staff, whoever of them: by a word, or by a sign.
    func readsAsStaff(_ name: String) -> Bool { StaffSign.isIn(name) || isWordForStaff(name) }

    /// Letter case alone, as the standard library sees it.
    package static let letterCase = NameSkeleton { [$0.lowercased()] }
}

/// By what right somebody asks for a name.
enum NameClaim: Hashable, Sendable {
    /// May bear no name that is kept for staff.
    case visitor
    /// A person of staff, by their own PIN or key: their own name, and no other's.
    case person(String)
    /// Another node of the room says that they are staff, and knows by which name.
    case vouched
}

/// Who bears which name in a room, by what it looks like. A look-up costs the same however many are in.
struct NameIndex: Sendable {
    /// Numbers below this one are tried first, so that they are given again when they are free.
    static let firstCounted = 10
    /// Names whose last number is remembered; past that all are forgotten, and counted anew.
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

    /// `wanted`, or where that looks like another member's name, the same with the lowest number from 2 that does not.
    /// Staff's names look like another's to whomever they are not kept for.
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

    /// Who else bears what looks like this name, which is kept for that person of staff.
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

    /// Cut where it would be longer than a name may be.
    private static func numbered(_ name: String, _ count: Int) -> String {
        let suffix = " \(count)"
        let stem = String(name.unicodeScalars.prefix(WireText.maximumName - suffix.unicodeScalars.count))
        return WireText.cleanName(stem) + suffix
    }
}
