import SabirProtocol
import SabirRoom

/// Entering and leaving rooms.
extension IRCState {
    mutating func join(_ list: String, keys: String?, _ id: ConnectionID) {
        guard list != "0" else { return partAll(id) }
        let keys = keys?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        for (index, name) in Self.names(list).enumerated() {
            enter(name, key: index < keys.count && !keys[index].isEmpty ? keys[index] : nil, id)
        }
    }

    private mutating func enter(_ name: String, key: String?, _ id: ConnectionID) {
        guard let session = sessions[id], let nick = session.nick else { return }
        guard name.hasPrefix("#") else { return refuseChannel(name, id) }
        if let channel = channel(named: name), session.seats[channel.room] != nil { return }
        guard session.seats.count + session.outstanding < dependencies.limits.channels else {
            return reply(.tooManyChannels, to: id, [name, "You are in too many rooms; leave one first."])
        }
        let hello = Hello(room: nil, name: nick, lang: session.lang, client: "irc", device: session.device)
        ask(.enter(channel: name, key: key, hello), for: id)
    }

    private mutating func partAll(_ id: ConnectionID) {
        for room in sessions[id]?.seats.keys.map(\.self) ?? [] {
            if let name = channels[room]?.name { part(name, reason: "", id) }
        }
    }

    mutating func part(_ name: String, reason: String, _ id: ConnectionID) {
        guard let (channel, seat) = place(name, id) else { return }
        sessions[id]?.seats[channel.room] = nil
        giveUp(seat, in: channel.room)
        removeClient(id, from: channel.room)
        let words = reason.isEmpty ? [] : [reason]
        send(IRCLine(source: sessions[id]?.source, "PART", [channel.name] + words), to: id)
        ask(.leave(room: channel.room, seat), for: id)
    }

    /// Separates a client from a seat in the room. The nick stays taken until the room announces that the member left.
    mutating func giveUp(_ seat: HostedRoom.Entry, in room: String) {
        channels[room]?.people[seat.info.id]?.connection = nil
        channels[room]?.people[seat.info.id]?.formerSeats += 1
    }

    // MARK: Answers

    mutating func completeEntry(_ seat: HostedRoom.Entry, in room: String, _ id: ConnectionID) {
        guard let session = sessions[id], let channel = channels[room] else {
            return add(.abandon(room: room, seat))
        }
        // The client was removed and entered again before it was told of the removal.
        if let former = session.seats[room], former.seat != seat.seat {
            giveUp(former, in: room)
            add(.abandon(room: room, former))
        }
        sessions[id]?.seats[room] = seat
        channels[room]?.clients.insert(id)
        if channel.queues[session.lang] == nil { channels[room]?.queues[session.lang] = ReadingQueue() }
        nicks.release(.member(room: room, seat.info.id))
        let former = channels[room]?.people[seat.info.id]?.formerSeats ?? 0
        let person = IRCPerson(info: seat.info, nick: session.target, connection: id, formerSeats: former)
        channels[room]?.people[seat.info.id] = person
        greet(id, person, in: room)
        ask(.earlier(room: room, seat, session.lang), for: id)
    }

    private mutating func greet(_ id: ConnectionID, _ person: IRCPerson, in room: String) {
        guard let channel = channels[room] else { return }
        showJoin(person, to: id, in: channel)
        if !channel.info.topic.isEmpty { reply(.topic, to: id, [channel.name, channel.info.topic]) }
        sendNames(of: channel, id)
        if channel.facts.staffRead { tell(sentence("chat.kept.staff", for: id), to: id, in: room) }
        if let notice = channel.facts.notice?.text {
            tell(sentence("chat.pinned", for: id, ["text": notice]), to: id, in: room)
        }
        tellName(person.info, id, in: channel)
    }

    /// Tells a client the name that the room gave it, if that is not its nick: names in a room must not look alike.
    mutating func tellName(_ info: MemberInfo, _ id: ConnectionID, in channel: IRCChannel) {
        guard info.name != sessions[id]?.nick else { return }
        tell(sentence("irc.called", for: id, ["room": channel.name, "name": info.name]), to: id, in: channel.room)
    }

    mutating func refuseEntry(_ name: String, _ fault: WireFault, _ id: ConnectionID) {
        let numeric: IRCNumeric =
            switch fault.code {
            case .noRoom: .noSuchChannel
            case .authRequired, .authFailed: .badKey
            case .locked: .inviteOnly
            case .roomFull, .tooMany: .channelIsFull
            case .banned, .removed: .banned
            default: .unavailable
            }
        reply(numeric, to: id, [name, refusal(fault, for: id)])
    }

    mutating func showEarlier(_ lines: [IRCLineReading], in room: String, _ id: ConnectionID) {
        guard let channel = channels[room] else { return }
        for line in lines {
            guard let session = sessions[id], session.seats[room] != nil else { return }
            let clock = session.has(.serverTime) ? "" : "[\(IRCTimestamp.clock(line.message.ts))] "
            let nick = nick(of: line.message, in: channel)
            showForeign(line.message, nick, line.reading, to: id, in: channel, clock: clock)
            guard line.message.hasText, line.reading?.text == nil else { continue }
            channels[room]?.queues[session.lang]?.owe(line.message, nick)
        }
    }

    // MARK: Finding

    func channel(named name: String) -> IRCChannel? {
        let wanted = IRCName.folded(name)
        return channels.values.first { IRCName.folded($0.name) == wanted || wanted == "#" + $0.room.lowercased() }
    }

    /// The channel and the client's seat in it; if there is none, tells the client why and returns nil.
    mutating func place(_ name: String, _ id: ConnectionID) -> (channel: IRCChannel, seat: HostedRoom.Entry)? {
        guard let channel = channel(named: name) else {
            refuseChannel(name, id)
            return nil
        }
        guard let seat = sessions[id]?.seats[channel.room] else {
            reply(.notOnChannel, to: id, [name, "You are not in this room; join it first."])
            return nil
        }
        return (channel, seat)
    }

    mutating func refuseChannel(_ name: String, _ id: ConnectionID) {
        reply(.noSuchChannel, to: id, [name, "There is no such room here; LIST shows those that there are."])
    }
}
