import SabirFeed
import SabirTranslation
import SabirProtocol
import SabirRoom

/// Applies the news of a room's feed, and shows them to the room's clients.
extension IRCState {
    mutating func apply(_ news: FeedNews, in room: String) {
        switch news {
        case .told(let event, let audience): apply(event, for: audience.members, in: room)
        case .factsChanged: add(.readFacts(room: room))
        case .forgotten(let numbers): forgetLines(Set(numbers), in: room)
        case .removed(let seat, let fault): kickClient(on: seat, fault, from: room)
        case .heldLineRefused(let id, let fault, let member): showHeldRefusal(id, fault, by: member, in: room)
        }
    }

    /// - Parameter members: The members addressed by name; nil for events to all.
    private mutating func apply(_ event: FeedEvent, for members: [MemberID]?, in room: String) {
        switch event {
        case .line(let message): enqueue(message, in: room)
        // Found by id and number, as the channel may have dropped the line by now.
        case .translation(let told):
            channels[room]?.queues[told.lang]?.setTranslation(of: told.id, seq: told.seq, told.translation)
        case .joined(let info, _): addPerson(info, in: room)
        case .left(let info, _): removePerson(info.id, in: room)
        case .changed(let info, _): updatePerson(info, in: room)
        case .presence(let presence):
            for info in presence.joined { addPerson(info, in: room) }
            for info in presence.changed {
                // Somebody who left and returned within a tick is announced as changed, not as having left.
                channels[room]?.people[info.id]?.formerSeats = 0
                updatePerson(info, in: room)
            }
            for member in presence.left { removePerson(member, in: room) }
        case .notice(_, let reading?): showNoticeTranslation(reading.translation, for: reading.lang, in: room)
        case .notice(let notice, nil): showNotice(notice, in: room)
        case .unclear(let id, let by, _): showUnclear(id, by: by, to: members ?? [], in: room)
        case .person(let by, _, let contact): showPersonCall(by, contact, to: members, in: room)
        case .help(let call): showHelpCall(call, to: members, in: room)
        // A member is told at once that it was muted or unmuted, and not only when it writes.
        case .muted(let isMuted):
            let meant = clients(of: members ?? [], in: room)
            announce(isMuted ? "chat.refused.muted" : "irc.unmuted", to: meant, in: room)
        case .cleared: clearLines(of: room)
        case .closing(let reason): closeChannel(room, reason)
        case .gap, .removed, .report, .mutualReach, .reach, .languages: break
        }
    }

    private mutating func enqueue(_ message: Message, in room: String) {
        // A confirmation is not shown: the confirmed line's translation follows as an event of its own.
        guard let channel = channels[room], message.confirms == nil else { return }
        let nick = nick(of: message, in: channel)
        let until = time + dependencies.limits.patience
        if let id = message.retracts { forgetLine(id, in: room) }
        if message.hasText { channels[room]?.lines.add(message, in: room) }
        for lang in channel.queues.keys {
            let reading = Self.reading(withoutTranslating: message, for: lang)
            channels[room]?.queues[lang]?.add(
                .line(message, nick: nick, reading), waitingUntil: reading == nil ? until : nil)
        }
    }

    /// What readers of `lang` see without a translation; nil if they need one.
    static func reading(withoutTranslating message: Message, for lang: LanguageTag) -> TranslationOutcome? {
        !message.hasText || lang.reads(message.lang) ? .same(message.text) : nil
    }

    /// Forgets a line that was taken back: it is neither sent nor looked up any more. What a client's screen shows
    /// stays.
    private mutating func forgetLine(_ id: MessageID, in room: String) {
        channels[room]?.lines.forget(id)
        for lang in channels[room]?.queues.keys.map(\.self) ?? [] { channels[room]?.queues[lang]?.retract(id) }
        for client in clients(in: room) { sessions[client]?.recent.forget(id) }
    }

    private mutating func forgetLines(_ numbers: Set<Int>, in room: String) {
        channels[room]?.lines.forget(numbers, in: room)
        for client in clients(in: room) { sessions[client]?.recent.forget(numbers, in: room) }
    }

    /// The nick of a message's author. For an author who has left: a valid nick for the name, not in use by anybody
    /// else.
    func nick(of message: Message, in channel: IRCChannel) -> String {
        if let person = channel.people[message.member] { return person.nick }
        var nick = IRCName.fitted(message.from)
        while nicks.bearer(of: nick) != nil { nick += "_" }
        return nick
    }

    // MARK: People

    mutating func addPerson(_ info: MemberInfo, in room: String) {
        guard let channel = channels[room] else { return }
        let known = channel.people[info.id]
        let nick = known?.nick ?? nicks.giveFitted(info.name, to: .member(room: room, info.id))
        var person = known ?? IRCPerson(info: info, nick: nick)
        person.info = info
        channels[room]?.people[info.id] = person
        enqueue(.joined(person), in: room)
    }

    mutating func removePerson(_ member: MemberID, in room: String) {
        guard let person = channels[room]?.people[member] else { return }
        enqueue(.left(person), in: room)
        let seated = person.connection.flatMap { sessions[$0]?.seats[room]?.info.id == member ? $0 : nil }
        // The member has entered again since, which the room announces next.
        guard person.formerSeats < (seated == nil ? 2 : 1) else {
            channels[room]?.people[member]?.formerSeats -= 1
            return
        }
        if let seated { kick(seated, from: room, WireFault.noLongerIn) }
        channels[room]?.people[member] = nil
        nicks.release(.member(room: room, member))
    }

    private mutating func updatePerson(_ info: MemberInfo, in room: String) {
        guard let old = channels[room]?.people[info.id] else { return }
        var person = old
        person.info = info
        if old.connection == nil, old.info.name != info.name {
            person.nick = nicks.giveFitted(info.name, to: .member(room: room, info.id))
        }
        channels[room]?.people[info.id] = person
        if person.nick != old.nick { enqueue(.renamed(old, to: person.nick), in: room) }
        if info.role != old.info.role { enqueue(.ranked(person), in: room) }
    }

    /// Queues an event behind the lines before it, for readers of every language.
    mutating func enqueue(_ event: IRCChannelEvent, in room: String) {
        for lang in channels[room]?.queues.keys.map(\.self) ?? [] { channels[room]?.queues[lang]?.add(.event(event)) }
    }

    // MARK: Staff and calls

    private mutating func showNotice(_ notice: Notice?, in room: String) {
        channels[room]?.facts.notice = notice
        let key = notice == nil ? "chat.unpinned" : "chat.pinned"
        announce(key, notice.map { ["text": $0.text] } ?? [:], to: clients(in: room), in: room)
    }

    private mutating func showNoticeTranslation(_ reading: TranslationOutcome, for lang: LanguageTag, in room: String) {
        guard let text = reading.text, reading.state != .same else { return }
        for id in clients(in: room) where sessions[id]?.lang == lang {
            tell(sentence("chat.pinned", for: id, ["text": text]), to: id, in: room)
            for warning in reading.warnings { tell("\(warning.sign) \(sentence(warning, for: id))", to: id, in: room) }
        }
    }

    private mutating func showUnclear(_ message: MessageID, by: MemberInfo, to members: [MemberID], in room: String) {
        let values = ["name": by.name, "text": channels[room]?.lines[message]?.text ?? "…"]
        announce("unclear.author", values, sign: "⚠ ", to: clients(of: members, besides: by.id, in: room), in: room)
    }

    private mutating func showPersonCall(
        _ by: MemberInfo, _ contact: String, to members: [MemberID]?, in room: String
    ) {
        let key = contact.isEmpty ? "person.nobody" : members == nil ? "person.room" : "person.author"
        let values = ["name": by.name, "contact": contact]
        announce(key, values, sign: "⚠ ", to: clients(of: members, besides: by.id, in: room), in: room)
    }

    private mutating func showHelpCall(_ call: HelpCall, to members: [MemberID]?, in room: String) {
        guard call.state != .open || call.room != nil else { return }
        let values = ["name": call.caller.name, "room": call.room?.name ?? "", "by": call.by ?? ""]
        for id in clients(of: members, in: room) {
            let isOwn = call.room == nil && sessions[id]?.seats[room]?.info.id == call.caller.id
            tell("⚠ " + sentence(call.sentence(isOwn: isOwn), for: id, values), to: id, in: room)
        }
    }

    private mutating func clearLines(of room: String) {
        for lang in channels[room]?.queues.keys.map(\.self) ?? [] { channels[room]?.queues[lang]?.clear() }
        channels[room]?.lines = RecentLines()
        for id in clients(in: room) {
            sessions[id]?.recent.forget(room: room)
            tell(sentence("chat.act.clear", for: id), to: id, in: room)
        }
    }

    mutating func updateFacts(_ facts: RoomFacts) -> [IRCAction] {
        let (info, room) = (facts.info, facts.info.id)
        guard let old = channels[room] else { return [] }
        channels[room]?.facts = facts
        for id in clients(in: room) {
            if old.info.topic != info.topic {
                send(IRCLine(source: Self.service, "TOPIC", [old.name, info.topic]), to: id)
            }
            if old.facts.isLocked != facts.isLocked {
                send(IRCLine(source: Self.service, "MODE", [old.name, facts.isLocked ? "+i" : "-i"]), to: id)
            }
        }
        return takeActions()
    }

    // MARK: Held lines

    private mutating func showHeldRefusal(
        _ message: MessageID, _ fault: WireFault, by member: MemberID, in room: String
    ) {
        guard let id = channels[room]?.people[member]?.connection, let text = sessions[id]?.held.remove(message) else {
            return
        }
        showRefusal(fault, text, in: room, id)
    }

    // MARK: Ends

    private mutating func kickClient(on seat: HostedRoom.Seat, _ fault: WireFault, from room: String) {
        guard let id = channels[room]?.people[seat.member]?.connection, sessions[id]?.seats[room]?.seat == seat else {
            return
        }
        kick(id, from: room, fault)
    }

    private mutating func closeChannel(_ room: String, _ reason: Sentence) {
        // Keep the room's own English words, which say more than the error code does.
        let named = reason.name == nil ? Sentence(reason.english, as: ErrorCode.closing.rawValue) : reason
        let fault = WireFault(.closing, named, fatal: true)
        for id in clients(in: room) { kick(id, from: room, fault) }
        for member in channels[room]?.people.keys.map(\.self) ?? [] { nicks.release(.member(room: room, member)) }
        channels[room] = nil
    }

    private mutating func kick(_ id: ConnectionID, from room: String, _ fault: WireFault) {
        guard let session = sessions[id], let seat = session.seats[room], let channel = channels[room] else { return }
        let reason = refusal(fault, for: id)
        send(IRCLine(source: Self.service, "KICK", [channel.name, session.target, reason]), to: id)
        sessions[id]?.seats[room] = nil
        giveUp(seat, in: room)
        removeClient(id, from: room)
        add(.abandon(room: room, seat))
    }

    /// Removes a client from the channel, with what was kept for it there.
    mutating func removeClient(_ id: ConnectionID, from room: String) {
        channels[room]?.clients.remove(id)
        sessions[id]?.shown[room] = nil
        sessions[id]?.reasons[room] = nil
        dropUnreadQueues(of: room)
    }

    /// Drops the queues of languages that no client in the room reads any more.
    mutating func dropUnreadQueues(of room: String) {
        guard let channel = channels[room] else { return }
        let read = Set(channel.clients.compactMap { sessions[$0]?.lang })
        for lang in channel.queues.keys where !read.contains(lang) { channels[room]?.queues[lang] = nil }
    }

    // MARK: Finding

    func clients(in room: String) -> [ConnectionID] { channels[room].map { Array($0.clients) } ?? [] }

    /// The clients of these members, or of all in the room where `members` is nil; without the client of `besides`.
    private func clients(
        of members: [MemberID]?, besides: MemberID? = nil, in room: String
    ) -> [ConnectionID] {
        let meant = members?.compactMap { channels[room]?.people[$0]?.connection } ?? clients(in: room)
        guard let besides else { return meant }
        return meant.filter { sessions[$0]?.seats[room]?.info.id != besides }
    }

    /// Tells each of these clients a sentence of this node about a room, in the client's language.
    private mutating func announce(
        _ key: String, _ values: [String: String] = [:], sign: String = "", to clients: [ConnectionID], in room: String
    ) {
        for id in clients { tell(sign + sentence(key, for: id, values), to: id, in: room) }
    }
}
