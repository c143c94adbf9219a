import SabirProtocol

/// Who bears which nick on this node: no two that look alike, and nobody the service's.
struct NickTable: Sendable {
    enum Bearer: Sendable, Hashable {
        case client(ConnectionID)
        /// A member from elsewhere: `MemberID`s are told apart within one room only.
        case member(room: String, MemberID)
        case service
    }

    /// What a name looks like; names that share a key cannot be told apart. Never empty.
    private let keys: @Sendable (String) -> [String]
    private var bearers: [String: Bearer] = [:]
    private(set) var nicks: [Bearer: String] = [:]

    init(keys: @escaping @Sendable (String) -> [String]) {
        self.keys = keys
        give(IRCName.service, to: .service)
    }

    /// By the nick as it is written, letter case apart.
    func bearer(of nick: String) -> Bearer? {
        keys(nick).lazy.compactMap { bearers[$0] }.first { bearer in
            nicks[bearer].map { IRCName.folded($0) == IRCName.folded(nick) } ?? false
        }
    }

    func isFree(_ nick: String, for bearer: Bearer) -> Bool {
        keys(nick).allSatisfy { bearers[$0] == nil || bearers[$0] == bearer }
    }

    mutating func give(_ nick: String, to bearer: Bearer) {
        release(bearer)
        for key in keys(nick) { bearers[key] = bearer }
        nicks[bearer] = nick
    }

    /// `name` made fit, with a number where it looks like another's.
    mutating func giveFitted(_ name: String, to bearer: Bearer) -> String {
        let wanted = IRCName.fitted(name)
        var nick = wanted
        var number = 2
        while !isFree(nick, for: bearer) {
            nick = IRCName.numbered(wanted, number)
            // Of very many namesakes each would try all numbers before its own.
            number += number < 10 ? 1 : Int.random(in: 1...10_000)
        }
        give(nick, to: bearer)
        return nick
    }

    mutating func release(_ bearer: Bearer) {
        guard let nick = nicks.removeValue(forKey: bearer) else { return }
        for key in keys(nick) where bearers[key] == bearer { bearers[key] = nil }
    }
}

/// One connection of a client, as long as it lasts.
package struct ConnectionID: Sendable, Hashable {
    let number: UInt64
}
