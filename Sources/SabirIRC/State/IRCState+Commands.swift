import SabirProtocol

/// The commands of clients.
extension IRCState {
    mutating func run(_ line: IRCLine, from id: ConnectionID) {
        let isRegistered = sessions[id]?.isRegistered == true
        guard isRegistered || Self.beforeRegistration.contains(line.command) else {
            return reply(.notRegistered, to: id, ["Say NICK and USER first."])
        }
        switch line.command {
        case "NICK": setNick(line, id)
        case "USER" where isRegistered, "PASS" where isRegistered:
            reply(.alreadyRegistered, to: id, ["You are registered already."])
        case "USER": setUser(line, id)
        case "PASS": readPass(line, id)
        case "CAP": negotiateCapabilities(line, id)
        case "PING": answerPing(line, id)
        // Every line resets the client's silence.
        case "PONG": break
        case "QUIT": end(id, "Goodbye.")
        case "JOIN", "PART", "PRIVMSG", "NOTICE", "TOPIC", "INVITE", "KICK", "TAGMSG": runRoomCommand(line, id)
        case "NAMES": answerNames(line, id)
        case "WHO": answerWho(line, id)
        case "WHOIS": answerWhois(line, id)
        case "WHOWAS": answerWhowas(line, id)
        case "LIST": ask(.list, for: id)
        case "MODE": answerMode(line, id)
        case "USERHOST": answerUserHost(line, id)
        case "ISON": answerIsOn(line, id)
        case "MOTD": sendMotd(id)
        case "LUSERS": sendCounts(id)
        case "VERSION": reply(.version, to: id, [Self.program, Self.server, "https://modern.ircdocs.horse"])
        case "AWAY": answerAway(line, id)
        case "OPER": reply(.noOperHost, to: id, ["Nobody is an operator here; staff are known to their rooms."])
        default: reply(.unknownCommand, to: id, [String(line.command.prefix(32)), "There is no such command here."])
        }
    }

    private static let beforeRegistration: Set = [
        "NICK", "USER", "PASS", "CAP", "PING", "PONG", "QUIT", "AUTHENTICATE",
    ]

    private mutating func runRoomCommand(_ line: IRCLine, _ id: ConnectionID) {
        guard let target = line.parameter(0) else { return refuseIncomplete(line, id) }
        switch line.command {
        case "JOIN": join(target, keys: line.parameter(1), id)
        case "PART": for name in Self.names(target) { part(name, reason: line.parameter(1) ?? "", id) }
        case "PRIVMSG", "NOTICE": say(line, to: target, id)
        case "TOPIC": answerTopic(line, of: target, id)
        // TAGMSG is ignored, as rooms do not carry messages without text.
        case "TAGMSG": break
        default: reply(.notOperator, to: id, [target, "That is for staff, on the page or by sabir join."])
        }
    }

    mutating func refuseIncomplete(_ line: IRCLine, _ id: ConnectionID) {
        reply(.needMoreParameters, to: id, [line.command, "Something is missing behind \(line.command)."])
    }

    private mutating func answerPing(_ line: IRCLine, _ id: ConnectionID) {
        guard let token = line.parameter(0) else { return reply(.noOrigin, to: id, ["PING has to name something."]) }
        send(IRCLine(source: Self.server, "PONG", [Self.server, token]), to: id)
    }

    /// Answers AWAY without storing it: without private messages nobody would see it, but clients send it anyway.
    private mutating func answerAway(_ line: IRCLine, _ id: ConnectionID) {
        let isAway = line.parameter(0) != nil
        reply(isAway ? .nowAway : .unAway, to: id, [isAway ? "You are marked as away." : "You are here again."])
    }

    /// The parts of a list such as `#a,#b`; at most eight, as TARGMAX says.
    static func names(_ list: String) -> [String] {
        list.split(separator: ",").prefix(8).map(String.init)
    }

    // MARK: Registration

    private mutating func setNick(_ line: IRCLine, _ id: ConnectionID) {
        guard let wanted = line.parameter(0) else { return reply(.noNick, to: id, ["No nickname was given."]) }
        guard IRCName.isNick(wanted) else {
            let hint = "A nickname has 1 to \(IRCName.maximumNick) letters, digits, - and _, and begins with a letter."
            return reply(.badNick, to: id, [wanted.split(separator: " ").first.map(String.init) ?? "*", hint])
        }
        guard nicks.isFree(wanted, for: .client(id)) else {
            return reply(.nickInUse, to: id, [wanted, "Somebody bears this name already, or one that looks like it."])
        }
        guard let old = sessions[id], old.nick != wanted else { return }
        nicks.give(wanted, to: .client(id))
        sessions[id]?.nick = wanted
        old.isRegistered ? rename(id, from: old) : registerIfReady(id)
    }

    private mutating func rename(_ id: ConnectionID, from old: IRCSession) {
        guard let nick = sessions[id]?.nick else { return }
        send(IRCLine(source: old.source, "NICK", [nick]), to: id)
        for (room, seat) in old.seats {
            if let person = channels[room]?.people[seat.info.id] { enqueue(.renamed(person, to: nick), in: room) }
            channels[room]?.people[seat.info.id]?.nick = nick
            ask(.change(room: room, seat, Profile(name: nick)), for: id)
            show(in: room)
        }
    }

    private mutating func setUser(_ line: IRCLine, _ id: ConnectionID) {
        guard let user = line.parameter(0), line.parameters.count >= 4 else { return refuseIncomplete(line, id) }
        sessions[id]?.user = user
        registerIfReady(id)
    }

    /// Reads the client's language from `PASS lang=es`.
    private mutating func readPass(_ line: IRCLine, _ id: ConnectionID) {
        guard let word = line.parameter(0) else { return refuseIncomplete(line, id) }
        guard word.hasPrefix("lang=") else { return }
        let wanted = String(word.dropFirst("lang=".count))
        guard let lang = LanguageTag(wanted), KnownLanguage.isKnown(lang) else {
            return notice(sentence(noLanguage: wanted, for: id), to: id, about: "*")
        }
        sessions[id]?.lang = lang
    }

    private mutating func negotiateCapabilities(_ line: IRCLine, _ id: ConnectionID) {
        let all = IRCCapability.allCases.map(\.rawValue).joined(separator: " ")
        switch line.parameter(0)?.uppercased() {
        case "LS":
            beginNegotiation(id)
            answerCap("LS", all, id)
        case "LIST":
            answerCap("LIST", (sessions[id]?.capabilities.map(\.rawValue).sorted() ?? []).joined(separator: " "), id)
        case "REQ":
            beginNegotiation(id)
            changeCapabilities(line.parameters.dropFirst().first ?? "", id)
        case "END":
            sessions[id]?.isNegotiating = false
            registerIfReady(id)
        case let command: reply(.badCapCommand, to: id, [command ?? "*", "There is no such CAP command."])
        }
    }

    private mutating func beginNegotiation(_ id: ConnectionID) {
        if sessions[id]?.isRegistered == false { sessions[id]?.isNegotiating = true }
    }

    /// Adds and removes capabilities (`CAP REQ`): all in the list, or none if one is unknown.
    private mutating func changeCapabilities(_ list: String, _ id: ConnectionID) {
        var wanted = sessions[id]?.capabilities ?? []
        for word in list.split(separator: " ") {
            guard let capability = IRCCapability(rawValue: String(word.drop { $0 == "-" })) else {
                return answerCap("NAK", list, id)
            }
            if word.hasPrefix("-") { wanted.remove(capability) } else { wanted.insert(capability) }
        }
        sessions[id]?.capabilities = wanted
        answerCap("ACK", list, id)
    }

    private mutating func answerCap(_ word: String, _ list: String, _ id: ConnectionID) {
        guard let session = sessions[id] else { return }
        send(IRCLine(source: Self.server, "CAP", [session.target, word, list]), to: id)
    }

    private mutating func registerIfReady(_ id: ConnectionID) {
        guard let session = sessions[id], !session.isRegistered, !session.isNegotiating, session.nick != nil,
            session.user != nil
        else { return }
        sessions[id]?.isRegistered = true
        welcome(id)
    }
}
