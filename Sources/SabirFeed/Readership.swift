import SabirProtocol

/// The lines of a room that one reader may see: those after a number. A reader who came later than a line gets neither
/// the line nor any event about it.
///
/// Made by `FeedState.visible` when the member enters, and owned by `Readership`.
package struct VisibleLines: Sendable, Hashable {
    /// The member may see the lines with greater numbers.
    package private(set) var after: Int

    package init(after: Int) { self.after = after }

    /// What a member may see who entered in `epoch` and may see the lines after `number`. In another epoch the member
    /// may see only lines from now on, as the number says nothing about the lines of that epoch.
    init(after number: Int, of epoch: String, in current: (epoch: String, newest: Int)) {
        after = epoch == current.epoch ? number : current.newest
    }

    package func contains(_ seq: Int) -> Bool { seq > after }

    /// Adapts to a new epoch of the numbering, in which the next line has a higher number than `newest`.
    package mutating func begin(newest: Int) { after = min(after, newest) }
}

/// The readers of a feed, their languages and the lines that they may see. Only this type decides who receives an
/// event.
///
/// Readers of one language are a group. For a line that the whole group may see, as for every new line, no seat has to
/// be looked at.
package struct Readership: Sendable {
    package struct Seat: Sendable, Hashable {
        package var listening: Listening
        /// The lines that the reader may see. A screen shows fewer if the room allows fewer on screens.
        package var visible: VisibleLines
        /// Other languages that the reader reads without a translation.
        package var reads: Set<LanguageTag>

        package init(
            listening: Listening, visible: VisibleLines = VisibleLines(after: 0), reads: Set<LanguageTag> = []
        ) {
            (self.listening, self.visible, self.reads) = (listening, visible, reads)
        }
    }

    private struct Group: Sendable {
        var seats: Set<ReaderID> = []
        /// From this number on the whole group may see every line: the highest first number of its seats, those removed
        /// since included.
        var allSeeFrom = 0
        /// How many seats read which set of other languages.
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
    /// The members who read through the page.
    var members: Set<MemberID> { Set(seats.values.compactMap(\.listening.member)) }

    mutating func add(_ id: ReaderID, _ seat: Seat) {
        seats[id] = seat
        if let lang = seat.listening.lang { groups[lang, default: Group()].add(id, seat) }
        if seat.listening == .kiosk { screens.insert(id) }
    }

    /// Removes a reader; returns its seat and whether it was the last reader of its language, or nil if it is unknown.
    mutating func remove(_ id: ReaderID) -> (seat: Seat, wasLast: Bool)? {
        guard let seat = seats.removeValue(forKey: id) else { return nil }
        screens.remove(id)
        guard let lang = seat.listening.lang else { return (seat, false) }
        groups[lang]?.remove(id, seat)
        guard groups[lang]?.seats.isEmpty == true else { return (seat, false) }
        groups[lang] = nil
        return (seat, true)
    }

    /// The readers of the audience who may see this line; nil: the event is about no line.
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

    /// Whether any reader of `lang` may see the line with this number.
    func reads(_ lang: LanguageTag, line seq: Int) -> Bool {
        guard let group = groups[lang] else { return false }
        return seq >= group.allSeeFrom || group.seats.contains { maySee(seq, $0) }
    }

    /// The sets of other languages of the readers of `lang` who may see this line; empty where there are no such
    /// readers.
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
