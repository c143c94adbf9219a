import SabirProtocol

/// The members of a room, in the order of their numbers. A plain struct owned by the room.
struct Roster: Sendable {
    /// Most members that one packet lists.
    static let page = 100

    private var members: [MemberNumber: Member] = [:]
    /// Sorted, so that pages of members stay consistent while others come and go.
    private var order: [MemberNumber] = []
    private var counts: [LanguageTag: Int] = [:]
    /// Relays by language. On the wire a relay is a member; whatever people are shown leaves relays out.
    private var relayCounts: [LanguageTag: Int] = [:]
    private var encodedFirstPage: EncodedMembers?
    /// Members that entered as staff.
    private(set) var staff: Set<MemberNumber> = []
    /// How many places each holder has.
    private(set) var places: [PlaceHolder: Int] = [:]
    private var names: NameIndex
    /// Devices that are connected in two places: the member at the place that does not count at present.
    private var secondPlaces: [MemberNumber: Member] = [:]

    init(_ skeleton: NameSkeleton = .letterCase) { names = NameIndex(skeleton) }

    var count: Int { order.count }
    /// Members that are people: all but relays.
    var people: Int { count - relayCounts.values.reduce(0, +) }

    /// The wanted name, with a number where it looks like another member's or one kept for staff.
    mutating func name(like wanted: String, for number: MemberNumber, as claim: NameClaim) -> String {
        names.unlikeOthers(wanted, for: number, as: claim)
    }

    /// Frees a name for the person of staff whom it is kept for, and who is coming in. Visitors of this node may bear
    /// it since before it was kept, or since their own login as that person ended; they get it with a number. Returns
    /// those who were renamed.
    mutating func freeName(_ name: String, of person: String, for number: MemberNumber) -> [MemberNumber] {
        let bearers = names.bearers(of: name, keptFor: person, besides: number).filter {
            members[$0]?.whereabouts == .here && members[$0]?.joinContext.nameClaim == .visitor
        }
        for bearer in bearers {
            guard var info = members[bearer]?.info else { continue }
            info.name = names.unlikeOthers(info.name, for: bearer)
            setInfo(info, of: bearer)
        }
        return bearers.sorted()
    }

    subscript(number: MemberNumber) -> Member? { members[number] }
    subscript(id: MemberID) -> Member? { MemberNumber(id).flatMap { members[$0] } }

    var numbers: [MemberNumber] { order }
    /// A copy, so that members may come and go meanwhile.
    var all: [Member] { order.compactMap { members[$0] } }

    /// The lowest first number of claimable members at this address (`VisibilityClaims`); nil where there is none.
    func lowestClaimableSeq(at address: String?) -> Int? {
        members.values.lazy.filter { $0.isClaimable && $0.joinContext.address == address }.map(\.firstVisibleSeq).min()
    }

    /// Members by language: the 100 most frequent, so that a packet stays within its bound.
    var langs: [LanguageTag: Int] { Self.mostFrequent(of: counts) }

    /// People by language: the 100 most frequent. Relays are left out, as they read nothing.
    var readers: [LanguageTag: Int] {
        guard !relayCounts.isEmpty else { return langs }
        return Self.mostFrequent(of: counts.merging(relayCounts) { $0 - $1 }.filter { $0.value > 0 })
    }

    private static func mostFrequent(of counts: [LanguageTag: Int]) -> [LanguageTag: Int] {
        guard counts.count > page else { return counts }
        let frequent = counts.sorted { ($0.value, $1.key.description) > ($1.value, $0.key.description) }
        return Dictionary(uniqueKeysWithValues: frequent.prefix(page).map { ($0.key, $0.value) })
    }

    mutating func insert(_ member: Member) {
        precondition(members[member.number] == nil, "A number is given once at a time.")
        let index = position(of: member.number)
        order.insert(member.number, at: index)
        members[member.number] = member
        if member.joinContext.isStaffOrRelay { staff.insert(member.number) }
        for holder in member.placeHolders { places[holder, default: 0] += 1 }
        names.hold(member.info.name, by: member.number)
        count(member.info, by: 1)
        forgetFirstPage(ifContains: index)
    }

    @discardableResult
    mutating func remove(_ number: MemberNumber) -> Member? {
        guard let member = members.removeValue(forKey: number) else { return nil }
        let index = position(of: number)
        order.remove(at: index)
        staff.remove(number)
        for holder in member.placeHolders {
            if let held = places[holder] { places[holder] = held > 1 ? held - 1 : nil }
        }
        names.release(number)
        count(member.info, by: -1)
        forgetFirstPage(ifContains: index)
        return member
    }

    /// Changes what the host keeps of a member for itself; never where the member is, or how it came. Nil where there
    /// is no such member.
    @discardableResult
    mutating func update<Result>(_ number: MemberNumber, _ change: (inout Member) -> Result) -> Result? {
        guard let index = members.index(forKey: number) else { return nil }
        return change(&members.values[index])
    }

    /// Changes what others see of a member.
    mutating func setInfo(_ info: MemberInfo, of number: MemberNumber) {
        guard let old = members[number]?.info else { return }
        count(old, by: -1)
        count(info, by: 1)
        members[number]?.info = info
        // For members here the role follows from how they came; for others it is what their node says.
        if info.role != old.role, members[number]?.whereabouts == .elsewhere {
            if info.role == .staff { staff.insert(number) } else { staff.remove(number) }
        }
        if info.name != old.name { names.hold(info.name, by: number) }
        forgetFirstPage(ifContains: position(of: number))
    }

    // MARK: Devices in two places

    func hasSecondPlace(_ number: MemberNumber) -> Bool { secondPlaces[number] != nil }

    mutating func keepSecondPlace(_ member: Member) { secondPlaces[member.number] = member }

    mutating func forgetSecondPlaces(where isMeant: (Member) -> Bool) {
        secondPlaces = secondPlaces.filter { !isMeant($0.value) }
    }

    /// Moves a member whose device has left here to its other place. Nil where it has none.
    mutating func moveToSecondPlace(_ number: MemberNumber) -> Member? {
        guard members[number] == nil, let member = secondPlaces.removeValue(forKey: number) else { return nil }
        insert(member)
        return member
    }

    // MARK: Pages

    /// Up to 100 members whose number is greater than `after`, and whether more follow. `peopleOnly` leaves relays out.
    func page(after: MemberNumber?, peopleOnly: Bool = false) -> (members: [MemberInfo], more: Bool) {
        let start = after.map { position(of: $0, orNext: true) } ?? 0
        let following = order[start...].lazy.compactMap { members[$0]?.info }
            .filter { !peopleOnly || $0.role != .relay }
        let first = Array(following.prefix(Self.page + 1))
        return (Array(first.prefix(Self.page)), first.count > Self.page)
    }

    /// The first page as JSON, encoded again only when it has changed.
    mutating func firstPage() -> EncodedMembers {
        if let encodedFirstPage { return encodedFirstPage }
        let encoded = EncodedMembers.encoded(page(after: nil).members)
        encodedFirstPage = encoded
        return encoded
    }

    private mutating func count(_ member: MemberInfo, by change: Int) {
        Self.add(change, to: &counts[member.lang])
        if member.role == .relay { Self.add(change, to: &relayCounts[member.lang]) }
    }

    private static func add(_ change: Int, to count: inout Int?) {
        let sum = (count ?? 0) + change
        count = sum == 0 ? nil : sum
    }

    private mutating func forgetFirstPage(ifContains index: Int) {
        if index < Self.page { encodedFirstPage = nil }
    }

    /// The index of `number`, or where it would be inserted; with `orNext`, the index behind it.
    private func position(of number: MemberNumber, orNext: Bool = false) -> Int {
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle] < number || (orNext && order[middle] == number) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
