import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// One connection of a simulated network: in order, both ways, until it is cut.
struct SimulatedConnection {
    let id: Int
    let guest: Int
    private var toHost: [MemberPacket] = []
    private var toGuest: [HostPacket] = []
    /// Ways on which nothing arrives any more; the other way goes on.
    private var toHostIsStalled = false
    private var toGuestIsStalled = false
    /// False once it is cut; the host has then yet to learn of it.
    private(set) var isWhole = true
    private var isClosing = false

    init(id: Int, guest: Int) {
        self.id = id
        self.guest = guest
    }

    var isAtRest: Bool { isWhole && !toHostIsStalled && !toGuestIsStalled && toHost.isEmpty && toGuest.isEmpty }

    func hasPacket(toHost isToHost: Bool) -> Bool {
        isWhole && (isToHost ? !toHostIsStalled && !toHost.isEmpty : !toGuestIsStalled && !toGuest.isEmpty)
    }

    mutating func send(toHost packet: MemberPacket) {
        if isWhole, !isClosing { toHost.append(packet) }
    }

    mutating func send(toGuest packet: HostPacket) {
        if isWhole, !isClosing { toGuest.append(packet) }
    }

    mutating func takeForHost() -> MemberPacket { toHost.removeFirst() }

    /// `last`: not in order but the newest, for a network that is to be found out.
    mutating func takeForGuest(last: Bool = false) -> HostPacket {
        defer { if isClosing, toGuest.isEmpty { isWhole = false } }
        return last ? toGuest.removeLast() : toGuest.removeFirst()
    }

    /// Everything under way is lost.
    mutating func cut() {
        isWhole = false
        toHost = []
        toGuest = []
    }

    mutating func stall(toHost isToHost: Bool) {
        if isToHost { toHostIsStalled = true } else { toGuestIsStalled = true }
    }

    mutating func double(_ pick: Int, toHost isToHost: Bool) {
        if isToHost {
            let messages = toHost.filter(\.isMessage)
            if !messages.isEmpty { send(toHost: messages[pick % messages.count]) }
        } else {
            let messages = toGuest.filter(\.isMessage)
            if !messages.isEmpty { send(toGuest: messages[pick % messages.count]) }
        }
    }

    mutating func lose(_ pick: Int, toHost isToHost: Bool) {
        if isToHost {
            let messages = toHost.indices.filter { toHost[$0].isMessage }
            if !messages.isEmpty { toHost.remove(at: messages[pick % messages.count]) }
        } else {
            let messages = toGuest.indices.filter { toGuest[$0].isMessage }
            if !messages.isEmpty { toGuest.remove(at: messages[pick % messages.count]) }
        }
    }

    mutating func closeByHost() {
        isClosing = true
        toHost = []
        if toGuest.isEmpty || toGuestIsStalled { cut() }
    }
}

extension MemberPacket {
    fileprivate var isMessage: Bool { if case .message = self { true } else { false } }
}

extension HostPacket {
    fileprivate var isMessage: Bool { if case .message = self { true } else { false } }
}
