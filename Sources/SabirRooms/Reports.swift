import SabirWire

/// A report as the node's staff page shows it.
package struct KeptReport: Hashable, Sendable {
    package let report: Reported
    /// The reported message; nil where it is about none, or the room has let go of it.
    package internal(set) var line: Message?
}

/// What was reported to a room's staff. Bounded: the oldest are forgotten.
struct Reports: Sendable {
    static let capacity = 50

    private(set) var kept: [KeptReport] = []

    mutating func keep(_ report: Reported, message: Message?) {
        if kept.count >= Self.capacity { kept.removeFirst() }
        kept.append(KeptReport(report: report, line: message))
    }

    /// With the messages that are cleared away their words go too.
    mutating func forget() { kept = [] }

    /// Lines of the room that are gone are gone from its reports too.
    mutating func forgetLines(where isMeant: (Message) -> Bool) {
        for index in kept.indices where kept[index].line.map(isMeant) ?? false { kept[index].line = nil }
    }
}
