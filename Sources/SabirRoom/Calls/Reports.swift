import SabirProtocol

/// A report as the node's staff page shows it.
package struct KeptReport: Hashable, Sendable {
    package var report: Reported
    /// The reported message; nil where it is about none, or the room has let go of it.
    package internal(set) var line: Message?
}

/// What was reported to a room's staff, and what only staff read, until they are done with it. Bounded by the rule of
/// `DeskBook`: nobody pushes out what others told.
struct Reports: Sendable {
    static let capacity = HelpList.most

    /// Of nodes below, as many are known again after staff were done with them.
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

    /// A line from behind a relay, by its writer and time: both are of that node's making.
    private struct Carried: Equatable {
        let reporter: MemberID
        let ts: Int
    }

    private var book = DeskBook<Entry>()
    /// Those that came over relays lately, oldest first.
    private var carried: [Carried] = []
    /// Those that gave way and that nobody was told of yet.
    private var evicted: [Reported] = []

    /// Some are stored, as far as is known here.
    private var areStored = false

    var kept: [KeptReport] { book.entries.map(\.kept) }
    var isEmpty: Bool { book.entries.isEmpty }
    /// What is stored is here no longer.
    var areForgotten: Bool { areStored && isEmpty }

    mutating func setRelaysAbove(_ relays: Int) { book.relaysAbove = relays }

    /// All of them, which are stored from now on, with what tells whose share they take.
    mutating func toStore() -> [Reported] {
        areStored = !isEmpty
        return book.entries.map { entry in
            var report = entry.kept.report
            report.holder = book.entries.firstIndex { $0.holder == entry.holder }
            return report
        }
    }

    /// A time for a report made now, by which it is known: no other of the room has it.
    func time(at wall: Int) -> Int { max(wall, (book.entries.last?.kept.report.ts ?? 0) + 1) }

    /// False where the book is full and nothing may give way: it is not kept.
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

    /// Those that gave way since this was last asked.
    mutating func takeEvicted() -> [Reported] {
        defer { evicted = [] }
        return evicted
    }

    /// What a relay tells; nil where it is known, also by staff who are done with it, and where there is no place for
    /// it: then it stands open at the relay, which tells it again.
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

    /// Staff have read it, or are done with it. Nil where that changes nothing.
    mutating func answer(_ ts: Int, of reporter: MemberID, _ state: Reported.State) -> Reported? {
        guard let index = book.entries.firstIndex(where: { $0.isOf(reporter, at: ts) }),
            book.entries[index].kept.report.state != state
        else { return nil }
        book.entries[index].kept.report.state = state
        defer { if state == .done { book.entries.remove(at: index) } }
        return book.entries[index].kept.report
    }

    /// Those of an earlier run of the node, as many as a book holds, before what was reported since, of which none goes
    /// for them.
    mutating func restore(_ past: [Reported], line: (MessageID) -> Message?) {
        let known = Set(book.entries.map(\.kept.report.ts))
        let restored = past.prefix(Self.capacity).filter { !known.contains($0.ts) }.map { report in
            var kept = KeptReport(report: report, line: report.id.flatMap(line))
            kept.report.holder = nil
            return Entry(kept: kept, holder: report.holder.map { .earlier($0) } ?? .member(report.reporter.id))
        }
        book.entries = restored + book.entries
    }

    /// With the messages that are cleared away their words go too.
    mutating func forget() { book.entries = [] }

    /// Lines of the room that are gone are gone from its reports too.
    mutating func forgetLines(where isMeant: (Message) -> Bool) {
        for index in book.entries.indices where book.entries[index].kept.line.map(isMeant) ?? false {
            book.entries[index].kept.line = nil
        }
    }
}
