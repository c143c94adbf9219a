import SabirProtocol

/// The nicks in use on this node. No two look alike, and nobody can take the service's nick.
struct NickTable: Sendable {
    enum Bearer: Sendable, Hashable {
        case client(ConnectionID)
        /// A member who is not an IRC client. A `MemberID` is unique only within its room.
        case member(room: String, MemberID)
        case service
    }

    /// The look-alike keys of a name: names that share a key look alike. Never empty.
    private let keys: @Sendable (String) -> [String]
    private var bearers: [String: Bearer] = [:]
    private(set) var nicks: [Bearer: String] = [:]

    init(keys: @escaping @Sendable (String) -> [String]) {
        self.keys = keys
        give(IRCName.service, to: .service)
    }

    /// The bearer of exactly this nick, ignoring case.
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

    /// Gives the bearer a valid nick for `name`, with a number if it looks like a nick in use.
    mutating func giveFitted(_ name: String, to bearer: Bearer) -> String {
        let wanted = IRCName.fitted(name)
        var nick = wanted
        var number = 2
        while !isFree(nick, for: bearer) {
            nick = IRCName.numbered(wanted, number)
            // Random steps, as among very many namesakes each would otherwise try all numbers before its own.
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

/// Identifies a client's connection while it lasts.
package struct ConnectionID: Sendable, Hashable {
    let number: UInt64
}
