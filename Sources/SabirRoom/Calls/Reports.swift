import SabirProtocol

/// A report as the node's staff page shows it.
package struct KeptReport: Hashable, Sendable {
    package var report: Reported
    /// The reported message; nil where the report names none, or the room has forgotten that message.
    package internal(set) var line: Message?
}

/// Reports to a room's staff, and lines that only staff read, until staff are done with them. Bounded by the rule of
/// `DeskBook`, so that nobody pushes out what others reported.
struct Reports: Sendable {
    static let capacity = HelpList.most

    /// How many reports from nodes below are remembered after staff were done with them.
    static let mostCarried = 200

    private struct Entry: DeskEntry {
        var kept: KeptReport
        let holder: DeskHolder

        var deskState: DeskState {
            switch kept.report.state {
            case .open: .waits
            case .seen: .isRead
            case .done: .isOver
            }
        }

        func isOf(_ reporter: MemberID, at ts: Int) -> Bool {
            kept.report.ts == ts && kept.report.reporter.id == reporter
        }
    }

    /// Names a line from behind a relay by its writer and time, both set by the relay's node.
    private struct Carried: Equatable {
        let reporter: MemberID
        let ts: Int
    }

    private var book = DeskBook<Entry>()
    /// Reports that came over relays lately, oldest first.
    private var carried: [Carried] = []
    /// Reports that gave way and that nobody was told of yet.
    private var evicted: [Reported] = []

    /// Whether the stored list, as far as this node knows, is not empty.
    private var areStored = false

    var kept: [KeptReport] { book.entries.map(\.kept) }
    var isEmpty: Bool { book.entries.isEmpty }
    /// Whether reports are stored that are no longer here.
    var areForgotten: Bool { areStored && isEmpty }

    mutating func setRelaysAbove(_ relays: Int) { book.relaysAbove = relays }

    /// All reports, to be stored, with the number of the holder whose share each takes.
    mutating func toStore() -> [Reported] {
        areStored = !isEmpty
        return book.entries.map { entry in
            var report = entry.kept.report
            report.holder = book.entries.firstIndex { $0.holder == entry.holder }
            return report
        }
    }

    /// A time for a report made now. The time names the report, so no two reports of the room share one.
    func time(at wall: Int) -> Int { max(wall, (book.entries.last?.kept.report.ts ?? 0) + 1) }

    /// Returns false where the book is full and nothing may give way: the report is not kept.
    @discardableResult
    mutating func keep(_ report: Reported, message: Message?, of holder: DeskHolder) -> Bool {
        let entry = Entry(kept: KeptReport(report: report, line: message), holder: holder)
        guard case .entered(let gone) = book.enter(entry) else { return false }
        if var report = gone?.kept.report {
            report.state = .done
            evicted.append(report)
        }
        return true
    }

    /// Removes and returns the reports that gave way.
    mutating func takeEvicted() -> [Reported] {
        defer { evicted = [] }
        return evicted
    }

    /// Keeps a report that a relay tells. Nil where the report is known, also if staff are done with it, or where there
    /// is no place: the relay then keeps the report open and tells it again.
    mutating func carry(_ report: Reported, via name: String, over relay: MemberNumber) -> Reported? {
        let reporter = report.reporter
        let line = Carried(reporter: reporter.id, ts: report.ts)
        guard !carried.contains(line), !book.entries.contains(where: { $0.isOf(reporter.id, at: report.ts) }) else {
            return nil
        }
        let writer = MemberInfo(id: reporter.id, name: reporter.name, lang: reporter.lang, via: name)
        let told = Reported(
            reporter: writer, id: nil, about: nil, name: nil, text: report.text, ts: report.ts, staffIsPresent: false)
        guard keep(told, message: nil, of: .behind(relay, reporter.id)) else { return nil }
        if carried.count >= Self.mostCarried { carried.removeFirst() }
        carried.append(line)
        return told
    }

    /// Notes that staff have read the report, or are done with it. Nil where that changes nothing.
    mutating func answer(_ ts: Int, of reporter: MemberID, _ state: Reported.State) -> Reported? {
        guard let index = book.entries.firstIndex(where: { $0.isOf(reporter, at: ts) }),
            book.entries[index].kept.report.state != state
        else { return nil }
        book.entries[index].kept.report.state = state
        defer { if state == .done { book.entries.remove(at: index) } }
        return book.entries[index].kept.report
    }

    /// Puts back the reports of an earlier run of the node, at most as many as a book holds, before those made since,
    /// none of which gives way.
    mutating func restore(_ past: [Reported], line: (MessageID) -> Message?) {
        let known = Set(book.entries.map(\.kept.report.ts))
        let restored = past.prefix(Self.capacity).filter { !known.contains($0.ts) }.map { report in
            var kept = KeptReport(report: report, line: report.id.flatMap(line))
            kept.report.holder = nil
            return Entry(kept: kept, holder: report.holder.map { .earlier($0) } ?? .member(report.reporter.id))
        }
        book.entries = restored + book.entries
    }

    /// Forgets all reports: staff cleared the messages away, and reports quote them.
    mutating func forget() { book.entries = [] }

    /// Removes the reported messages that the room has forgotten.
    mutating func forgetLines(where isMeant: (Message) -> Bool) {
        for index in book.entries.indices where book.entries[index].kept.line.map(isMeant) ?? false {
            book.entries[index].kept.line = nil
        }
    }
}
