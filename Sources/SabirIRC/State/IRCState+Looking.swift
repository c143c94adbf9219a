import SabirProtocol

/// Answers to queries about people and rooms.
extension IRCState {
    mutating func answerNames(_ line: IRCLine, _ id: ConnectionID) {
        guard let target = line.parameter(0) else { return reply(.endOfNames, to: id, ["*", "End of NAMES"]) }
        guard let channel = channel(named: target), sessions[id]?.seats[channel.room] != nil else {
            return reply(.endOfNames, to: id, [target, "End of NAMES"])
        }
        sendNames(of: channel, id)
    }

    /// Sends the nicks in a channel, in lines as long as the limit allows.
    mutating func sendNames(of channel: IRCChannel, _ id: ConnectionID) {
        let around = Self.server.utf8.count + (sessions[id]?.target.utf8.count ?? 1) + channel.name.utf8.count + 16
        var line = ""
        for name in channel.people.values.map({ $0.prefix + $0.nick }).sorted() {
            if !line.isEmpty, line.utf8.count + name.utf8.count + 1 > LineDecoder.maximumRest - around {
                reply(.names, to: id, ["=", channel.name, line])
                line = ""
            }
            line += line.isEmpty ? name : " " + name
        }
        if !line.isEmpty { reply(.names, to: id, ["=", channel.name, line]) }
        reply(.endOfNames, to: id, [channel.name, "End of NAMES"])
    }

    mutating func answerWho(_ line: IRCLine, _ id: ConnectionID) {
        let target = line.parameter(0) ?? "*"
        for (channel, person) in found(target, for: id) {
            reply(
                .who, to: id,
                [
                    channel.name, "\(person.info.lang)", IRCName.service, Self.server, person.nick, "H" + person.prefix,
                    "0 \(person.realName)",
                ])
        }
        reply(.endOfWho, to: id, [target, "End of WHO"])
    }

    /// The people that a channel or nick names, only in rooms that the client is in.
    private func found(_ target: String, for id: ConnectionID) -> [(IRCChannel, IRCPerson)] {
        let mine = channels.values.filter { sessions[id]?.seats[$0.room] != nil }
        if target.hasPrefix("#") {
            guard let channel = channel(named: target), sessions[id]?.seats[channel.room] != nil else { return [] }
            return channel.people.values.sorted { $0.info.id < $1.info.id }.map { (channel, $0) }
        }
        let wanted = IRCName.folded(target)
        return mine.flatMap { channel in
            channel.people.values.filter { IRCName.folded($0.nick) == wanted }.map { (channel, $0) }
        }
    }

    mutating func answerWhois(_ line: IRCLine, _ id: ConnectionID) {
        guard let nick = line.parameters.last, !nick.isEmpty else {
            return reply(.noNick, to: id, ["No name was given."])
        }
        if let person = bearer(of: nick, for: id) {
            reply(.whoisUser, to: id, [person.nick, "\(person.lang)", IRCName.service, "*", person.realName])
            if !person.channels.isEmpty { reply(.whoisChannels, to: id, [person.nick, person.channels]) }
            reply(.whoisServer, to: id, [person.nick, Self.server, dependencies.name])
            reply(.whoisSpecial, to: id, [person.nick, "reads and writes \(person.lang)"])
        } else {
            refuseNick(nick, id)
        }
        reply(.endOfWhois, to: id, [nick, "End of WHOIS"])
    }

    /// The person of this nick who shares a room with the client, or the client itself; nil for anybody else.
    private func bearer(
        of nick: String, for id: ConnectionID
    ) -> (nick: String, lang: LanguageTag, realName: String, channels: String)? {
        let places = found(nick, for: id)
        if let person = places.first?.1 {
            let channels = places.map { $0.1.prefix + $0.0.name }.joined(separator: " ")
            return (person.nick, person.info.lang, person.realName, channels)
        }
        guard let session = sessions[id], let own = session.nick, IRCName.folded(own) == IRCName.folded(nick) else {
            return nil
        }
        return (own, session.lang, own, "")
    }

    mutating func answerWhowas(_ line: IRCLine, _ id: ConnectionID) {
        let nick = line.parameter(0) ?? "*"
        reply(.wasNoSuchNick, to: id, [nick, "Nothing is kept of who was here."])
        reply(.endOfWhowas, to: id, [nick, "End of WHOWAS"])
    }

    mutating func sendList(_ listings: [IRCListing], _ id: ConnectionID) {
        for listing in listings where !listing.facts.isPrivate {
            reply(.list, to: id, [listing.channel, "\(listing.facts.n)", listing.info.topic])
        }
        reply(.endOfList, to: id, ["End of LIST"])
    }

    /// Answers MODE, which cannot change anything: only staff change rooms.
    mutating func answerMode(_ line: IRCLine, _ id: ConnectionID) {
        guard let target = line.parameter(0) else { return refuseIncomplete(line, id) }
        guard target.hasPrefix("#") else { return answerUserMode(target, line, id) }
        guard let channel = channel(named: target) else { return refuseChannel(target, id) }
        switch line.parameter(1)?.drop(while: { $0 == "+" }) {
        case nil: reply(.channelModes, to: id, [channel.name, channel.modes])
        case "b": reply(.endOfBans, to: id, [channel.name, "Staff alone see who is banned."])
        default: reply(.notOperator, to: id, [channel.name, "A room's modes are its staff's."])
        }
    }

    private mutating func answerUserMode(_ target: String, _ line: IRCLine, _ id: ConnectionID) {
        guard let session = sessions[id], IRCName.folded(target) == IRCName.folded(session.target) else {
            return reply(.usersDoNotMatch, to: id, ["Modes of others are none of yours."])
        }
        // Clients set themselves invisible when they connect; such a change is ignored.
        if line.parameter(1) == nil { reply(.userModes, to: id, ["+i"]) }
    }

    mutating func answerTopic(_ line: IRCLine, of target: String, _ id: ConnectionID) {
        guard let (channel, _) = place(target, id) else { return }
        guard line.parameters.count == 1 else {
            return reply(.notOperator, to: id, [channel.name, "The topic is the staff's."])
        }
        let topic = channel.info.topic
        reply(topic.isEmpty ? .noTopic : .topic, to: id, [channel.name, topic.isEmpty ? "There is no topic." : topic])
    }

    mutating func answerUserHost(_ line: IRCLine, _ id: ConnectionID) {
        let found = line.parameters.prefix(5).compactMap { bearer(of: $0, for: id) }
        let hosts = found.map { "\($0.nick)=+\($0.lang)@\(IRCName.service)" }
        reply(.userHost, to: id, [hosts.joined(separator: " ")])
    }

    mutating func answerIsOn(_ line: IRCLine, _ id: ConnectionID) {
        let words = line.parameters.flatMap { $0.split(separator: " ").map(String.init) }
        let here = words.prefix(32).filter { bearer(of: $0, for: id) != nil }
        reply(.isOn, to: id, [here.joined(separator: " ")])
    }
}
