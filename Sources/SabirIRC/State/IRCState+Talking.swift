import SabirProtocol

/// Messages of clients to rooms and to the service, and the node's answers.
extension IRCState {
    mutating func say(_ line: IRCLine, to target: String, _ id: ConnectionID) {
        guard let text = line.parameter(1) else { return reply(.noText, to: id, ["There is no text to send."]) }
        guard !target.contains(",") else {
            return reply(.tooManyTargets, to: id, [target, "Say it to one room at a time."])
        }
        if IRCName.folded(target) == IRCName.service {
            if sessions[id]?.has(.echoMessage) == true {
                send(IRCLine(source: sessions[id]?.source, line.command, [IRCName.service, text]), to: id)
            }
            return runServiceCommand(Formatting.plain(text), id)
        }
        guard target.hasPrefix("#") else { return sayPrivately(target, id) }
        guard let (channel, seat) = place(target, id), let words = words(of: text, target, id) else { return }
        let reply = line.tags["+draft/reply"].flatMap { MessageID(String($0.prefix(36))) }
        ask(.say(room: channel.room, seat, Draft(text: words, lang: sessions[id]?.lang, reply: reply)), for: id)
    }

    /// The message without formatting; if rooms cannot carry it, tells the client so and returns nil.
    private mutating func words(of text: String, _ target: String, _ id: ConnectionID) -> String? {
        var words = Formatting.plain(text)
        if let ctcp = Formatting.ctcp(text) {
            guard ctcp.command == "ACTION" else { return nil }
            words = "* " + Formatting.plain(ctcp.text)
        }
        do throws(WireFault) {
            return try WireText.message(words)
        } catch {
            reply(.cannotSend, to: id, [target, refusal(error, for: id)])
            return nil
        }
    }

    /// Refuses private messages, as everybody in a room reads everything.
    private mutating func sayPrivately(_ target: String, _ id: ConnectionID) {
        guard nicks.bearer(of: target) != nil else { return refuseNick(target, id) }
        reply(.cannotSendToUser, to: id, [target, sentence("irc.private", for: id)])
    }

    mutating func refuseNick(_ nick: String, _ id: ConnectionID) {
        reply(.noSuchNick, to: id, [nick, "Nobody here bears this name."])
    }

    // MARK: The service

    /// Runs a command in a private message to `sabir`; the first word says which.
    private mutating func runServiceCommand(_ text: String, _ id: ConnectionID) {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        let word = words.count > 1 ? words[1] : nil
        switch words.first?.lowercased() {
        case "lang": changeLanguage(word, id)
        case "original": showOriginal(number(word), id)
        case "huh": reportUnclear(number(word), id)
        case "person": callPerson(words.dropFirst(), id)
        default: sendHelp(id)
        }
    }

    private func number(_ word: String?) -> Int { word.flatMap { Int($0) } ?? 1 }

    private mutating func sendHelp(_ id: ConnectionID) {
        let commands = [
            ("lang es", "help.lang"), ("original 2", "help.original"), ("huh 2", "help.huh"), ("person", "help.person"),
            ("person private", "help.private"),
        ]
        var lines = [sentence("help.say", for: id)]
        lines += commands.map { "/msg \(IRCName.service) \($0.0) : \(sentence($0.1, for: id))" }
        let marks = [
            ("[es→ca]", "help.translation"), ("[es→ca ✓]", "chat.verified"), ("⚠", "help.warning"), ("?", "help.odd"),
            ("[es \(Self.untranslatedMark)]", "chat.untranslated"),
        ]
        lines += marks.map { "\($0.0) : \(sentence($0.1, for: id))" }
        for line in lines + [sentence("notice.first", for: id)] { answer(line, id) }
    }

    /// Sends a sentence to one client.
    mutating func answer(_ text: String, _ id: ConnectionID) {
        notice(text, to: id, about: sessions[id]?.target ?? "*")
    }

    private mutating func changeLanguage(_ word: String?, _ id: ConnectionID) {
        guard let session = sessions[id] else { return }
        guard let word else { return answer(sentence("irc.reading", for: id, ["lang": "\(session.lang)"]), id) }
        guard let lang = LanguageTag(word), KnownLanguage.isKnown(lang) else {
            return answer(sentence(noLanguage: word, for: id), id)
        }
        guard !session.seats.isEmpty, session.lang != lang else { return setLanguage(lang, id) }
        sessions[id]?.asked = IRCSession.AskedLanguage(lang: lang, unanswered: Set(session.seats.keys))
        for (room, seat) in session.seats { ask(.change(room: room, seat, Profile(lang: lang)), for: id) }
    }

    func sentence(noLanguage text: String, for id: ConnectionID) -> String {
        sentence("chat.lang-unknown", for: id, ["text": String(text.prefix(40))])
    }

    /// Records a room's answer to the language that the client asked for. Once all rooms accepted it the language
    /// changes; if one refused, the client keeps its language in every room.
    private mutating func recordLanguageAnswer(isTaken: Bool, in room: String, _ id: ConnectionID) {
        guard let session = sessions[id], var asked = session.asked, asked.unanswered.remove(room) != nil else {
            return
        }
        // The refusal of a room that the client has left does not count.
        asked.isRefused = asked.isRefused || !isTaken && session.seats[room] != nil
        sessions[id]?.asked = asked.unanswered.isEmpty ? nil : asked
        guard asked.unanswered.isEmpty else { return }
        guard asked.isRefused else { return setLanguage(asked.lang, id) }
        for (room, seat) in session.seats where seat.info.lang == asked.lang {
            ask(.change(room: room, seat, Profile(lang: session.lang)), for: id)
        }
    }

    private mutating func setLanguage(_ lang: LanguageTag, _ id: ConnectionID) {
        guard let session = sessions[id] else { return }
        sessions[id]?.lang = lang
        sessions[id]?.reasons = [:]
        for room in session.seats.keys where session.lang != lang {
            changeQueue(to: lang, from: session.lang, in: room, id)
        }
        answer(sentence("irc.reading", for: id, ["lang": "\(lang)"]), id)
    }

    /// Moves a client to the queue of another language. Lines that wait in the old queue are shown untranslated, as the
    /// new queue may not have them.
    private mutating func changeQueue(
        to lang: LanguageTag, from old: LanguageTag, in room: String, _ id: ConnectionID
    ) {
        guard let session = sessions[id], let channel = channels[room], let seat = session.seats[room] else { return }
        if channel.queues[lang] == nil { channels[room]?.queues[lang] = ReadingQueue() }
        for case .line(let message, let nick, _) in channel.queues[old]?.waiting ?? []
        where message.member != seat.info.id && message.seq > session.shown[room] ?? seat.seq {
            sessions[id]?.shown[room] = message.seq
            let reading = Self.reading(withoutTranslating: message, for: lang)
            showForeign(message, nick, reading, to: id, in: channel)
            if reading == nil { channels[room]?.queues[lang]?.owe(message, nick) }
        }
        dropUnreadQueues(of: room)
    }

    private mutating func showOriginal(_ number: Int, _ id: ConnectionID) {
        guard let line = sessions[id]?.recent[back: number] else { return answerNothingSaid(id) }
        let message = line.message
        let values = ["name": message.from, "lang": "\(message.lang)", "text": message.text]
        answer(sentence("irc.original", for: id, values), id)
    }

    private mutating func reportUnclear(_ number: Int, _ id: ConnectionID) {
        guard let line = sessions[id]?.recent[back: number], let seat = sessions[id]?.seats[line.room] else {
            return answerNothingSaid(id)
        }
        ask(.unclear(room: line.room, seat, line.message), for: id)
    }

    private mutating func answerNothingSaid(_ id: ConnectionID) { answer(sentence("chat.nothing-said", for: id), id) }

    /// Calls for a person in the named room, or in the client's only room; "private" as last word asks for a private
    /// talk.
    private mutating func callPerson(_ words: ArraySlice<String>, _ id: ConnectionID) {
        guard let session = sessions[id] else { return }
        let privately = words.last?.lowercased() == "private"
        let name = (privately ? words.dropLast() : words).first
        let room = name.flatMap { channel(named: $0)?.room } ?? session.seats.keys.first
        guard name != nil || session.seats.count == 1, let room, let seat = session.seats[room] else {
            return answer("/msg \(IRCName.service) person #…", id)
        }
        ask(.callPerson(room: room, seat, privately: privately), for: id)
    }

    // MARK: Answers

    mutating func apply(_ answer: IRCAnswer, for id: ConnectionID) {
        switch answer {
        case .entered(let room, let seat):
            if finishEntry(id) { completeEntry(seat, in: room, id) } else { add(.abandon(room: room, seat)) }
        case .notEntered(let channel, let fault): if finishEntry(id) { refuseEntry(channel, fault, id) }
        case .earlier(let room, let lines): showEarlier(lines, in: room, id)
        case .changed(let room, let info): applyChange(info, in: room, id)
        case .unclearTold(let message): self.answer(sentence("unclear.asker", for: id, ["name": message.from]), id)
        case .contact(let room, let contact, let privately):
            if privately { tell(sentence("call.private.own", for: id), to: id, in: room) }
            if !privately || !contact.isEmpty { tellContact(contact, in: room, id) }
        case .listed(let listings): sendList(listings, id)
        case .refused(let room, let fault, let text):
            showRefusal(fault, text, in: room, id)
            recordLanguageAnswer(isTaken: false, in: room, id)
        case .done: break
        }
    }

    /// Removes the oldest unanswered entry of this client. Returns false if the client no longer waits for it.
    private mutating func finishEntry(_ id: ConnectionID) -> Bool {
        guard let session = sessions[id], let entry = session.entries.first else { return false }
        sessions[id]?.entries.removeFirst()
        return !entry.isGivenUp && !session.isClosing
    }

    private mutating func applyChange(_ info: MemberInfo, in room: String, _ id: ConnectionID) {
        sessions[id]?.seats[room]?.info = info
        channels[room]?.people[info.id]?.info = info
        if let channel = channels[room] { tellName(info, id, in: channel) }
        recordLanguageAnswer(isTaken: true, in: room, id)
    }

    private mutating func tellContact(_ contact: String, in room: String, _ id: ConnectionID) {
        tell(
            sentence(contact.isEmpty ? "person.none" : "person.asker", for: id, ["contact": contact]), to: id, in: room)
    }

    /// Says why a request was refused, quoting a refused message, as the client shows it as if it had been said. A
    /// message that waits for the room's host is kept, and sent once the connection is restored.
    mutating func showRefusal(_ fault: WireFault, _ text: String?, in room: String, _ id: ConnectionID) {
        if fault.code == .held, let message = fault.id, let text {
            sessions[id]?.held.add(text, message)
            return tell("… " + sentence("irc.held", for: id, ["start": Self.beginning(text)]), to: id, in: room)
        }
        let reason = refusal(fault, for: id)
        guard let text else { return answer(reason, id) }
        tell("✗ \(sentence("help.refused", for: id)): \(Self.beginning(text)) — \(reason)", to: id, in: room)
    }
}
