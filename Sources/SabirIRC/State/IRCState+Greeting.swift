import SabirProtocol

/// The welcome after registration, and what the server says about itself.
extension IRCState {
    mutating func welcome(_ id: ConnectionID) {
        guard let session = sessions[id] else { return }
        reply(.welcome, to: id, ["Welcome to \(dependencies.name), \(session.source)"])
        reply(.yourHost, to: id, ["Your host is \(Self.server), running \(Self.program)"])
        reply(.created, to: id, ["Each room is as old as its node says."])
        reply(.myInfo, to: id, [Self.server, Self.program, "i", "int", "o"])
        reply(.supports, to: id, Self.supported + ["are supported by this server"])
        sendCounts(id)
        sendMotd(id)
        notice(sentence("irc.reading", for: id, ["lang": session.lang.description]), to: id, about: session.target)
    }

    private static let supported = [
        "CASEMAPPING=ascii", "CHANLIMIT=#:20", "CHANMODES=,k,,int", "CHANNELLEN=\(IRCName.maximumChannelBytes)",
        "CHANTYPES=#", "MODES=1", "NETWORK=Sabir", "NICKLEN=\(IRCName.maximumNick)", "PREFIX=(o)@",
        "TARGMAX=PRIVMSG:1,NOTICE:1,JOIN:8,PART:8", "TOPICLEN=\(WireText.maximumTopic)", "UTF8ONLY",
    ]

    mutating func sendCounts(_ id: ConnectionID) {
        let here = sessions.values.count(where: \.isRegistered)
        reply(.clients, to: id, ["There are \(here) users and 0 invisible on 1 servers"])
        reply(.channels, to: id, ["\(channels.count)", "channels formed"])
        reply(.me, to: id, ["I have \(here) clients and 0 servers"])
    }

    /// Sends the message of the day: that a machine translates, and how to get help.
    mutating func sendMotd(_ id: ConnectionID) {
        reply(.motdStart, to: id, ["- \(dependencies.name) -"])
        for key in ["help.say", "notice.first", "irc.help"] {
            let text = sentence(key, for: id)
            for piece in pieces(text, source: Self.server, "372", sessions[id]?.target ?? "*") {
                reply(.motd, to: id, ["- " + piece])
            }
        }
        reply(.endOfMotd, to: id, ["End of the message of the day"])
    }
}
