import SabirProtocol

/// A report as the node's staff page shows it.
package struct KeptReport: Hashable, Sendable {
    package internal(set) var report: Reported
    /// The reported message; nil where it is about none, or the room has let go of it.
    package internal(set) var line: Message?
}

/// What was reported to a room's staff, until they are done with it. Bounded: of whoever has told most the oldest is
/// forgotten, so that nobody pushes out what others told.
struct Reports: Sendable {
    static let capacity = 50

    /// Of nodes below, as many are known again after staff were done with them.
    static let mostCarried = 200

    /// A line from behind a relay, by its writer and time: both are of that node's making.
    private struct Carried: Equatable {
        let reporter: MemberID
        let ts: Int
    }

    private(set) var kept: [KeptReport] = []
    /// Those that came over relays lately, oldest first.
    private var carried: [Carried] = []

    /// Some are stored, as far as is known here.
    private var areStored = false

    var isEmpty: Bool { kept.isEmpty }
    /// What is stored is here no longer.
    var areForgotten: Bool { areStored && isEmpty }

    /// All of them, which are stored from now on.
    mutating func toStore() -> [Reported] {
        areStored = !isEmpty
        return kept.map(\.report)
    }

    /// A time for a report made now, by which it is known: no other of the room has it.
    func time(at wall: Int) -> Int { max(wall, (kept.last?.report.ts ?? 0) + 1) }

    mutating func keep(_ report: Reported, message: Message?) {
        if kept.count >= Self.capacity { makeRoom(for: report.reporter.id) }
        kept.append(KeptReport(report: report, line: message))
    }

    /// What a relay tells; nil where it is known, also by staff who are done with it.
    mutating func carry(_ report: Reported, via relay: String) -> Reported? {
        let name = Carried(reporter: report.reporter.id, ts: report.ts)
        let isKept = kept.contains { $0.report.ts == report.ts && $0.report.reporter.id == report.reporter.id }
        guard !carried.contains(name), !isKept else { return nil }
        if carried.count >= Self.mostCarried { carried.removeFirst() }
        carried.append(name)
        let reporter = MemberInfo(
            id: report.reporter.id, name: report.reporter.name, lang: report.reporter.lang, via: relay)
        let told = Reported(
            reporter: reporter, id: nil, about: nil, name: nil, text: report.text, ts: report.ts, staffIsPresent: false)
        keep(told, message: nil)
        return told
    }

    private mutating func makeRoom(for reporter: MemberID) {
        var counts = [reporter: 1]
        for one in kept { counts[one.report.reporter.id, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        kept.remove(at: kept.firstIndex { counts[$0.report.reporter.id] == most } ?? 0)
    }

    /// Staff have read it, or are done with it. Nil where that changes nothing.
    mutating func answer(_ ts: Int, of reporter: MemberID, _ state: Reported.State) -> Reported? {
        guard let index = kept.firstIndex(where: { $0.report.ts == ts && $0.report.reporter.id == reporter }),
            kept[index].report.state != state
        else { return nil }
        kept[index].report.state = state
        defer { if state == .done { kept.remove(at: index) } }
        return kept[index].report
    }

    /// Those of an earlier run of the node, before what was reported since.
    mutating func restore(_ past: [Reported], line: (MessageID) -> Message?) {
        let known = Set(kept.map(\.report.ts))
        let restored = past.filter { !known.contains($0.ts) }.map { report in
            KeptReport(report: report, line: report.id.flatMap(line))
        }
        kept = Array((restored + kept).suffix(Self.capacity))
    }

    /// With the messages that are cleared away their words go too.
    mutating func forget() { kept = [] }

    /// Lines of the room that are gone are gone from its reports too.
    mutating func forgetLines(where isMeant: (Message) -> Bool) {
        for index in kept.indices where kept[index].line.map(isMeant) ?? false { kept[index].line = nil }
    }
}
