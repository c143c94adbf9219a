import SabirTranslation
import SabirProtocol

/// Formats lines, translations and events, and sends them to clients.
extension IRCState {
    /// Shows a room's clients everything that is due in their queues.
    mutating func show(in room: String) {
        guard let channel = channels[room], !channel.queues.isEmpty else { return }
        var readers: [LanguageTag: [ConnectionID]] = [:]
        for id in channel.clients {
            if let lang = sessions[id]?.lang { readers[lang, default: []].append(id) }
        }
        for lang in channel.queues.keys {
            let now = time
            let shown = channels[room]?.queues[lang]?.takeDue(now: now) ?? []
            for one in shown {
                for id in readers[lang] ?? [] { show(one, to: id, in: channel) }
            }
        }
    }

    private mutating func show(_ shown: ReadingQueue.Shown, to id: ConnectionID, in channel: IRCChannel) {
        switch shown {
        case .line(let message, let nick, let reading): show(message, nick, reading, to: id, in: channel)
        case .late(let message, let nick, let reading):
            if wasShown(message, to: id, in: channel) { showLate(message, nick, reading, to: id, in: channel) }
        case .doubt(let message, let nick, let warning):
            if wasShown(message, to: id, in: channel) { warn(warning, message, nick, to: id, in: channel) }
        case .event(let event): show(event, to: id, in: channel)
        }
    }

    // MARK: Lines

    private mutating func show(
        _ message: Message, _ nick: String, _ reading: TranslationOutcome?, to id: ConnectionID, in channel: IRCChannel
    ) {
        guard let session = sessions[id], let seat = session.seats[channel.room],
            message.seq > session.shown[channel.room] ?? seat.seq
        else { return }
        sessions[id]?.shown[channel.room] = message.seq
        guard message.hasText else { return showTakenBack(message, nick, to: id, in: channel) }
        if message.member == seat.info.id {
            if let text = sessions[id]?.held.remove(message.id) {
                tell("✓ " + sentence("irc.went", for: id, ["start": Self.beginning(text)]), to: id, in: channel.room)
            }
            guard session.has(.echoMessage) else { return }
            return write(message, message.text, nick: session.target, to: id, in: channel)
        }
        showForeign(message, nick, reading, to: id, in: channel)
    }

    /// Says that a line was taken back. Nothing is said about a line that lost its text before it was shown.
    private mutating func showTakenBack(
        _ message: Message, _ nick: String, to id: ConnectionID, in channel: IRCChannel
    ) {
        guard message.retracts != nil else { return }
        tell(sentence("chat.took-back", for: id, ["name": nick]), to: id, in: channel.room)
    }

    /// Shows a line of somebody else: translated and marked, followed by warnings about its translation.
    mutating func showForeign(
        _ message: Message, _ nick: String, _ reading: TranslationOutcome?, to id: ConnectionID, in channel: IRCChannel,
        clock: String = ""
    ) {
        guard let session = sessions[id] else { return }
        guard message.hasText else { return showTakenBack(message, nick, to: id, in: channel) }
        sessions[id]?.recent.add(message, in: channel.room)
        let mark = mark(of: reading, message, for: session.lang)
        let text = reading?.text ?? message.text
        let told = message.corrects == nil ? text : sentence("chat.corrected", for: id, ["text": text])
        write(message, clock + mark + told, nick: nick, to: id, in: channel)
        for warning in reading?.warnings ?? [] { warn(warning, message, nick, to: id, in: channel) }
        explain(reading?.reason, to: id, in: channel.room)
    }

    private mutating func showLate(
        _ message: Message, _ nick: String, _ reading: TranslationOutcome, to id: ConnectionID, in channel: IRCChannel
    ) {
        guard let session = sessions[id] else { return }
        guard let text = reading.text else { return explain(reading.reason, to: id, in: channel.room) }
        let values = [
            "name": nick, "start": Self.beginning(message.text),
            "text": mark(of: reading, message, for: session.lang) + text,
        ]
        tell("↻ " + sentence("irc.late", for: id, values), to: id, in: channel.room)
        for warning in reading.warnings { warn(warning, message, nick, to: id, in: channel) }
    }

    /// Whether the client was shown this line as one of somebody else.
    private func wasShown(_ message: Message, to id: ConnectionID, in channel: IRCChannel) -> Bool {
        guard let seat = sessions[id]?.seats[channel.room] else { return false }
        return message.seq >= seat.firstVisibleSeq && message.member != seat.info.id
    }

    /// Shows a warning about a translation together with the original text.
    private mutating func warn(
        _ warning: TranslationWarning, _ message: Message, _ nick: String, to id: ConnectionID, in channel: IRCChannel
    ) {
        tell("\(warning.sign) \(sentence(warning, for: id)) \(nick): \(message.text)", to: id, in: channel.room)
    }

    /// Explains why lines are not translated; only when the reason changes, as every such line is marked.
    private mutating func explain(_ reason: UntranslatedReason?, to id: ConnectionID, in room: String) {
        guard let session = sessions[id],
            let reason = reason.map({ dependencies.wording.sentence($0, in: session.lang) }),
            session.reasons[room] != reason
        else { return }
        sessions[id]?.reasons[room] = reason
        tell(Self.untranslatedMark + " " + sentence("chat.untranslated", for: id) + " " + reason, to: id, in: room)
    }

    static let untranslatedMark = "≈"

    /// The mark in brackets before a line: its languages and how it was translated. No author can forge one, as every
    /// line that begins with a bracket gets a mark before it.
    func mark(of reading: TranslationOutcome?, _ message: Message, for lang: LanguageTag) -> String {
        // "@" as for operators in the list of names; no nick can contain it.
        let author = message.role == .staff ? "@ " : ""
        let way = "\(author)\(message.lang)→\(lang)"
        let warns = reading?.warnings.contains { $0.kind.weight == .loud } == true ? " ⚠" : ""
        return switch reading?.state {
        case nil: "[\(author)\(message.lang) …] "
        case .untranslated: "[\(author)\(message.lang) \(Self.untranslatedMark)] "
        case .translated: "[\(way)\(warns)] "
        case .verified: "[\(way) ✓\(warns)] "
        case .confirmed: "[\(way) ✔ \(reading?.confirmation?.name ?? "")] "
        case .phrasebook: "[\(way) \(dependencies.sentence("chat.phrasebook", lang, [:]))\(warns)] "
        case .same:
            author.isEmpty && !Self.couldPassForMark(message.text) ? "" : "[\(author)\(message.lang)] "
        }
    }

    private static func couldPassForMark(_ text: String) -> Bool {
        let first = text.unicodeScalars.first {
            !$0.properties.isWhitespace && $0.properties.generalCategory != .format
        }
        return first?.properties.generalCategory == .openPunctuation
    }

    /// The first words of a text, for a reader to know it by.
    static func beginning(_ text: String) -> String {
        let line = text.prefix { $0 != "\n" }
        return line.count > 40 || line.count < text.count ? line.prefix(40) + "…" : String(line)
    }

    // MARK: Writing

    private mutating func write(
        _ message: Message, _ text: String, nick: String, to id: ConnectionID, in channel: IRCChannel
    ) {
        guard let session = sessions[id] else { return }
        let source = IRCSession.source(nick, message.lang)
        let pieces = pieces(text, source: source, "PRIVMSG", channel.name)
        for (index, piece) in pieces.enumerated() {
            let tags = tags(of: message, piece: index, for: session, isTranslated: text != message.text)
            send(IRCLine(tags: tags, source: source, "PRIVMSG", [channel.name, piece]), to: id)
        }
    }

    /// Sends a sentence of this node about a room.
    mutating func tell(_ text: String, to id: ConnectionID, in room: String) {
        guard let channel = channels[room] else { return }
        notice(text, to: id, about: channel.name)
    }

    mutating func notice(_ text: String, to id: ConnectionID, about target: String) {
        for piece in pieces(text, source: Self.service, "NOTICE", target) {
            send(IRCLine(source: Self.service, "NOTICE", [target, piece]), to: id)
        }
    }

    /// The text in pieces that fit a line after `:SOURCE COMMAND TARGET :` and before the line's end.
    func pieces(_ text: String, source: String, _ command: String, _ target: String) -> [String] {
        let around = source.utf8.count + command.utf8.count + target.utf8.count + 7
        return TextPieces.cut(text, bytes: LineDecoder.maximumRest - around)
    }

    private func tags(
        of message: Message, piece: Int, for session: IRCSession, isTranslated: Bool
    ) -> [String: String] {
        var tags = session.has(.serverTime) ? ["time": IRCTimestamp.utc(message.ts)] : [:]
        guard session.has(.messageTags) else { return tags }
        tags["msgid"] = piece == 0 ? message.id.description : "\(message.id)/\(piece)"
        if let role = message.role { tags[Self.roleTag] = role.rawValue }
        if let reply = message.reply { tags["+draft/reply"] = reply.description }
        // Never cut: a part of the original would pass for all of it.
        if isTranslated, piece == 0, IRCTags.escaped(message.text).utf8.count <= Self.maximumOriginal {
            tags[Self.originalTag] = message.text
        }
        return tags
    }

    /// The tag for an author's role, without a "+" so that clients cannot send it.
    static let roleTag = "sabir/role"
    static let originalTag = "+sabir/original"
    /// Limit in bytes for the original's tag; all tags of a message have 4,094 bytes.
    private static let maximumOriginal = 3_800

    // MARK: People

    private mutating func show(_ event: IRCChannelEvent, to id: ConnectionID, in channel: IRCChannel) {
        let person = event.person
        // A client is told at once of what it does itself. The room's news of that follow under its nick, even for a
        // seat that it has given up, and are not shown again.
        guard let session = sessions[id], person.connection != id,
            IRCName.folded(person.nick) != IRCName.folded(session.target)
        else { return }
        switch event {
        case .joined: showJoin(person, to: id, in: channel)
        case .left: send(IRCLine(source: person.source, "PART", [channel.name]), to: id)
        case .renamed(_, let nick): send(IRCLine(source: person.source, "NICK", [nick]), to: id)
        case .ranked:
            let change = person.prefix.isEmpty ? "-o" : "+o"
            send(IRCLine(source: Self.server, "MODE", [channel.name, change, person.nick]), to: id)
        }
    }

    mutating func showJoin(_ person: IRCPerson, to id: ConnectionID, in channel: IRCChannel) {
        let extra = sessions[id]?.has(.extendedJoin) == true ? ["*", person.realName] : []
        send(IRCLine(source: person.source, "JOIN", [channel.name] + extra), to: id)
        guard !person.prefix.isEmpty else { return }
        send(IRCLine(source: Self.server, "MODE", [channel.name, "+o", person.nick]), to: id)
    }

    // MARK: Words

    func sentence(_ warning: TranslationWarning, for id: ConnectionID) -> String {
        dependencies.wording.sentence(warning, in: sessions[id]?.lang ?? dependencies.lang)
    }

    func sentence(_ key: String, for id: ConnectionID, _ values: [String: String] = [:]) -> String {
        dependencies.sentence(key, sessions[id]?.lang ?? dependencies.lang, values)
    }

    /// Why the room refused something: in the client's language if there is a sentence, otherwise in the room's words.
    func refusal(_ fault: WireFault, for id: ConnectionID) -> String {
        dependencies.refusal(fault, sessions[id]?.lang ?? dependencies.lang)
    }
}

extension TranslationWarning {
    /// The sign before the warning's sentence.
    var sign: String {
        switch kind.weight {
        case .loud: "⚠"
        case .plain: "·"
        case .quiet: "?"
        }
    }
}
