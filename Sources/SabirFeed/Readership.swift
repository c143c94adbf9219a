import SabirProtocol

/// Which lines of a room one seat may see: those behind a number. Whoever came later than a line was said is shown
/// neither that line nor anything that came of it.
///
/// Made of what the room said when its member came in (`FeedState.visible`), and kept by `Readership` alone.
package struct VisibleLines: Sendable, Hashable {
    package private(set) var after: Int

    package init(after: Int) { self.after = after }

    /// Of whoever came in the numbering that `epoch` names, where lines behind `number` are for it. In another
    /// epoch nothing is that was said before now: which of that it was there for, its number does not say.
    init(after number: Int, of epoch: String, in current: (epoch: String, newest: Int)) {
        after = epoch == current.epoch ? number : current.newest
    }

    package func contains(_ seq: Int) -> Bool { seq > after }

    /// The numbering began a new epoch: what is said from now on has higher numbers than `newest`, what was said before
    /// has not.
    package mutating func begin(newest: Int) { after = min(after, newest) }
}

/// Who listens to a feed, what they read, and which lines they may see: here alone is decided who is told something.
///
/// Readers of one language are a group. Of a line that all of them may see, as of each that is just said, that is known
/// without looking at its seats.
package struct Readership: Sendable {
    package struct Seat: Sendable, Hashable {
        package var listening: Listening
        /// A screen's are bounded by what the room shows on screens.
        package var visible: VisibleLines
        /// Other languages that its reader reads without a translation.
        package var reads: Set<LanguageTag>

        package init(
            listening: Listening, visible: VisibleLines = VisibleLines(after: 0), reads: Set<LanguageTag> = []
        ) {
            (self.listening, self.visible, self.reads) = (listening, visible, reads)
        }
    }

    private struct Group: Sendable {
        var seats: Set<ReaderID> = []
        /// From this number on all of them see every line: the highest first number of its seats, those that have gone
        /// since among them.
        var allSeeFrom = 0
        /// How many read which other languages.
        var reads: [Set<LanguageTag>: Int] = [:]

        mutating func add(_ id: ReaderID, _ seat: Seat) {
            seats.insert(id)
            allSeeFrom = max(allSeeFrom, seat.visible.after + 1)
            reads[seat.reads, default: 0] += 1
        }

        mutating func remove(_ id: ReaderID, _ seat: Seat) {
            seats.remove(id)
            let count = reads[seat.reads, default: 1]
            reads[seat.reads] = count > 1 ? count - 1 : nil
        }
    }

    package private(set) var seats: [ReaderID: Seat] = [:]
    private var groups: [LanguageTag: Group] = [:]
    private var screens: Set<ReaderID> = []

    package var languages: some Collection<LanguageTag> { groups.keys }
    /// Those of the page.
    var members: Set<MemberID> { Set(seats.values.compactMap(\.listening.member)) }

    mutating func add(_ id: ReaderID, _ seat: Seat) {
        seats[id] = seat
        if let lang = seat.listening.lang { groups[lang, default: Group()].add(id, seat) }
        if seat.listening == .kiosk { screens.insert(id) }
    }

    /// Its seat, and whether it was the last that read its language; nil of one that is not here.
    mutating func remove(_ id: ReaderID) -> (seat: Seat, wasLast: Bool)? {
        guard let seat = seats.removeValue(forKey: id) else { return nil }
        screens.remove(id)
        guard let lang = seat.listening.lang else { return (seat, false) }
        groups[lang]?.remove(id, seat)
        guard groups[lang]?.seats.isEmpty == true else { return (seat, false) }
        groups[lang] = nil
        return (seat, true)
    }

    /// Who is told what is about this line, or about none (nil).
    func recipients(of line: Int?, _ audience: Audience) -> [ReaderID] {
        switch audience {
        case .everyone: groups.values.flatMap { seeing(line, in: $0) }
        case .readers(let lang): groups[lang].map { seeing(line, in: $0) } ?? []
        case .desks(let lang):
            groups[lang].map { seeing(line, in: $0) }?.filter { seats[$0]?.listening.isDesk == true } ?? []
        case .members(let members):
            seats.filter { $0.value.listening.member.map(members.contains) ?? false }.map(\.key)
                .filter { maySee(line, $0) }
        case .screens: Array(screens)
        }
    }

    package func maySee(_ line: Int?, _ id: ReaderID) -> Bool {
        guard let line else { return true }
        return seats[id]?.visible.contains(line) ?? false
    }

    private func seeing(_ line: Int?, in group: Group) -> [ReaderID] {
        guard let line, line < group.allSeeFrom else { return Array(group.seats) }
        return group.seats.filter { maySee(line, $0) }
    }

    /// Whether anybody who reads `lang` may see the line of that number.
    func reads(_ lang: LanguageTag, line seq: Int) -> Bool {
        guard let group = groups[lang] else { return false }
        return seq >= group.allSeeFrom || group.seats.contains { maySee(seq, $0) }
    }

    /// What else they read who read `lang` and may see that line; nothing where there is nobody.
    func others(_ lang: LanguageTag, line seq: Int) -> Set<Set<LanguageTag>> {
        guard let group = groups[lang] else { return [] }
        guard seq < group.allSeeFrom else { return Set(group.reads.keys) }
        return Set(group.seats.compactMap { maySee(seq, $0) ? seats[$0]?.reads : nil })
    }

    mutating func begin(newest: Int) {
        for id in seats.keys { seats[id]?.visible.begin(newest: newest) }
        groups = groups.mapValues { group in
            var group = group
            group.allSeeFrom = min(group.allSeeFrom, newest + 1)
            return group
        }
    }
}
