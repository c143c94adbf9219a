import NIOCore
import SabirCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A host, relays that follow it and people at both, without sockets or clocks: links and connections break, relays and
/// the host are killed and start again (the host with what its disk has), people go over to another node. All that chance
/// decides comes from the seed.
///
/// Real are `RoomState` on both tiers and `RelayUplink`; simulated is what carries their packets.
struct TierSimulation {
    /// A relay, its link and what is on its way.
    struct Relay {
        let space: UInt64
        var room: RoomState?
        var uplink = RelayUplink(keeps: 1_000, certificate: nil)
        /// The relay's own member at the host; nil while there is no link.
        var member: Member?
        var position: Hello.Resume?
        var up: [MemberPacket] = []
        var down: [RoomEvent] = []
    }

    /// Somebody with a device, who says again what was not answered.
    struct Person {
        let number: Int64
        /// The host, or a relay.
        var place: Int?
        /// In the room of that node; nil while away.
        var seat: MemberNumber?
        var waiting: [Draft] = []
        var said: [MessageID] = []
        var heard: [Int: Message] = [:]
        var newest: Hello.Resume?
        var faults: [String] = []
    }

    private var random: SplitMix64
    private(set) var host: RoomState
    private(set) var relays: [Relay] = []
    private(set) var people: [Person] = []
    private var nextMessage: UInt64 = 0
    private var kept: [KnownID] = []
    private(set) var restarts = 0
    private(set) var cuts = 0
    private var isAtPeace = false
    /// A mistake built in: relays forget what they hold when their link breaks, and people do not say it again.
    let forgetsHeld: Bool

    init(seed: UInt64, forgetsHeld: Bool = false) {
        self.forgetsHeld = forgetsHeld
        random = SplitMix64(state: seed)
        host = RoomState(settings: .test(kept: 10_000), seed: seed, now: at(0))
        for index in 0..<2 { relays.append(Relay(space: UInt64(index + 1))) }
        for index in 0..<5 { people.append(Person(number: Int64(index + 1))) }
    }

    mutating func run(steps: Int = 400) {
        for _ in 0..<steps { step() }
        isAtPeace = true
        for _ in 0..<200 {
            for index in relays.indices { link(index) }
            for index in people.indices { enter(index) }
            while deliver() {}
            if people.allSatisfy({ $0.seat != nil && $0.waiting.isEmpty }) { break }
        }
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func step() {
        let (relay, person) = (pick(relays.count), pick(people.count))
        switch pick(100) {
        case 0..<2: cut(relay)
        case 2..<3: restart(relay: relay)
        case 3..<4: restartHost()
        case 4..<8: away(person)
        case 8..<20: enter(person)
        case 20..<26: link(relay)
        case 26..<45: say(person)
        default: _ = deliver()
        }
    }

    // MARK: People

    private mutating func say(_ index: Int) {
        nextMessage += 1
        let draft = Draft(id: .numbered(nextMessage), text: "line \(nextMessage)")
        people[index].said.append(.numbered(nextMessage))
        people[index].waiting.append(draft)
        if people[index].seat != nil { hand(draft, index) }
    }

    /// In at the node where it was or at another; what waits is said again.
    private mutating func enter(_ index: Int) {
        guard people[index].seat == nil else { return }
        let place = pick(relays.count + 1) - 1
        let person = people[index]
        let hello = Hello.of("person \(index)", resume: person.newest)
        let joinContext = JoinContext.by(person.number)
        if place < 0 {
            guard let admission = try? host.admit(hello, as: joinContext, now: at(0)) else { return }
            welcome(index, place, admission.member, host)
            tellRelays(.packet(.joined(admission.member.info, n: 0)))
        } else {
            guard var room = relays[place].room, let admission = try? room.admit(hello, as: joinContext, now: at(0))
            else { return }
            relays[place].room = room
            welcome(index, place, admission.member, room)
            let here = MemberHere(admission.member.info, token: joinContext.token)
            send([.behind(CarriedPresence(members: [MemberHere(here.info, token: here.token)]))], place)
        }
        for draft in people[index].waiting { hand(draft, index) }
    }

    private mutating func welcome(_ index: Int, _ place: Int, _ member: Member, _ room: RoomState) {
        let missed = room.missed(since: people[index].newest)
        (people[index].place, people[index].seat) = (place, member.number)
        if people[index].newest == nil {
            people[index].newest = .init(epoch: room.timeline.epoch, seq: room.timeline.newest)
        }
        for message in missed.messages { hear(message, index) }
    }

    private mutating func away(_ index: Int) {
        guard let place = people[index].place, let number = people[index].seat else { return }
        people[index].seat = nil
        if place < 0 {
            guard let member = host.roster.remove(number) else { return }
            if host.roster.moveToSecondPlace(number) == nil { tellRelays(.packet(.left(member.info, n: 0))) }
        } else if let member = relays[place].room?.roster.remove(number) {
            send([.behind(CarriedPresence(left: [member.info.id]))], place)
        }
    }

    private mutating func hand(_ draft: Draft, _ index: Int) {
        guard let place = people[index].place, let number = people[index].seat else { return }
        guard place >= 0 else { return handAtHost(draft, index, number) }
        guard let outcome = relays[place].room?.accept(draft, from: number, now: at(0), wall: 1) else { return }
        switch outcome {
        case .offered(let line):
            if relays[place].room?.upstream?.isUp == true { offer([line], place) }
        case .repeated(let message): hear(message, index)
        case .awaited: break
        default: people[index].faults.append("\(outcome)")
        }
    }

    private mutating func handAtHost(_ draft: Draft, _ index: Int, _ number: MemberNumber) {
        let outcome = host.accept(draft, from: number, now: at(0), wall: 1)
        switch outcome {
        case .accepted(let message): tell(message, people[index].number)
        case .repeated(let message): hear(message, index)
        default: people[index].faults.append("\(outcome)")
        }
    }

    private mutating func hear(_ message: Message, _ index: Int) {
        people[index].waiting.removeAll { $0.id == message.id }
        if let other = people[index].heard.updateValue(message, forKey: message.seq), other != message {
            people[index].faults.append("number \(message.seq) twice")
        }
        if let newest = people[index].newest, message.seq > newest.seq {
            people[index].newest = .init(epoch: newest.epoch, seq: message.seq)
        }
    }

    // MARK: The host

    private mutating func tell(_ message: Message, _ author: Int64) {
        kept.append(
            KnownID(id: message.id, seq: message.seq, ts: message.ts, author: AuthorID(value: author), message: message)
        )
        for index in people.indices where people[index].place == -1 && people[index].seat != nil {
            hear(message, index)
        }
        tellRelays(.message(message, own: false))
    }

    private mutating func tellRelays(_ event: RoomEvent) {
        for index in relays.indices where relays[index].member != nil { relays[index].down.append(event) }
    }

    private mutating func receive(_ packet: MemberPacket, _ index: Int) {
        guard let relay = relays[index].member else { return }
        switch packet {
        case .carried(let draft, let carried):
            let author = AuthorID(value: Int64(carried.token?.split(separator: " ").last ?? "0") ?? 0)
            let outcome = host.accept(draft, for: carried, author, over: relay, now: at(0), wall: 1)
            switch outcome {
            case .accepted(let message): tell(message, author.value)
            case .repeated(let message): relays[index].down.append(.message(message, own: false))
            case .refused(let fault): relays[index].down.append(.refused(fault))
            default: break
            }
        case .behind(let presence):
            for carried in presence.members {
                let author = AuthorID(value: Int64(carried.token?.split(separator: " ").last ?? "0") ?? 0)
                _ = try? host.carry(carried, author, behind: relay.number, now: at(0))
            }
            for id in presence.left { _ = host.removeMembers(id, behind: relay.number) }
        case .who(let after):
            let page = host.roster.page(after: after.flatMap(MemberNumber.init))
            relays[index].down.append(.packet(.members(page.members, more: page.more)))
        case .history(let request):
            if let page = host.page(request, for: 1) { relays[index].down.append(.packet(.lines(page))) }
        default: break
        }
    }

    private mutating func restartHost() {
        restarts += 1
        for index in relays.indices { cut(index) }
        for index in people.indices where people[index].place == -1 { people[index].seat = nil }
        let past = RoomPast(epoch: host.timeline.epoch, newest: host.timeline.newest, known: kept)
        host = RoomState(settings: .test(kept: 10_000), seed: random.next(), past: past, isEntrusted: false, now: at(0))
    }

    // MARK: Relays

    private mutating func link(_ index: Int) {
        guard relays[index].member == nil else { return }
        let hello = Hello(
            room: nil, name: "relay \(index)", lang: "es", device: "relay \(index)", resume: relays[index].position,
            relay: RelayHello(node: "node \(index)", space: index + 1, side: "side \(index)"))
        guard let member = try? host.admit(hello, as: JoinContext(role: .relay), now: at(0)).member else { return }
        _ = host.addRelay(hello.relay!, as: member.number)
        relays[index].member = member
        let welcome = host.welcome(member.number).0
        let before = relays[index].position
        if before?.epoch != welcome.epoch { relays[index].position = .init(epoch: welcome.epoch, seq: welcome.seq) }
        relays[index].down.append(
            before == nil ? .welcome(welcome) : .reconnected(welcome, resumed: before?.epoch == welcome.epoch))
        for message in host.missed(since: before).messages { relays[index].down.append(.message(message, own: false)) }
    }

    private mutating func cut(_ index: Int) {
        guard let member = relays[index].member else { return }
        cuts += 1
        _ = host.removeRelay(member.number, named: "", wall: 0)
        host.roster.remove(member.number)
        (relays[index].member, relays[index].up, relays[index].down) = (nil, [], [])
        perform(relays[index].uplink.handle(.reconnecting(reason: "cut")), index)
        if forgetsHeld {
            for line in relays[index].room?.upstream?.held.lines ?? [] {
                _ = relays[index].room?.upstream?.held.remove(line.id)
            }
        }
    }

    private mutating func restart(relay index: Int) {
        restarts += 1
        cut(index)
        relays[index] = Relay(space: relays[index].space)
        for person in people.indices where people[person].place == index { people[person].seat = nil }
    }

    private mutating func send(_ packets: [MemberPacket], _ index: Int) {
        if relays[index].member != nil { relays[index].up += packets }
    }

    private mutating func offer(_ lines: [OfferedLine], _ index: Int) {
        send(
            lines.map { .carried($0.draft, for: MemberHere($0.sender, token: $0.token)) }, index)
    }

    private mutating func perform(_ actions: [RelayUplink.Action], _ index: Int) {
        for action in actions {
            switch action {
            case .ask(let request): send([.history(request)], index)
            case .who(let after): send([.who(after: after)], index)
            case .open(let welcome, let past):
                var settings = RoomSettings.test(kept: 10_000)
                settings.idSpace = relays[index].space
                relays[index].room = RoomState(
                    settings: settings, seed: random.next(), past: past, isEntrusted: false, upstream: Upstream(),
                    now: at(0))
                _ = welcome
            case .tell(let news): follow(news, index)
            case .wait(_, let copy): perform(relays[index].uplink.askAgain(copy: copy), index)
            case .carries, .granted, .path, .shutOut, .isIncomplete: break
            }
        }
    }

    private mutating func follow(_ news: AuthorityNews, _ index: Int) {
        switch news {
        case .up:
            _ = relays[index].room?.upstream?.changed(isUp: true, wall: 1)
            let members = relays[index].room?.membersHere ?? []
            send([.behind(CarriedPresence(members: members.map { MemberHere($0.info, token: $0.token) }))], index)
            offer(relays[index].room?.upstream?.held.lines ?? [], index)
        case .down: _ = relays[index].room?.upstream?.changed(isUp: false, wall: 1)
        case .lines(let lines, _):
            for message in lines {
                switch relays[index].room?.follow(message) {
                case .told(let gap, _):
                    for person in people.indices where people[person].place == index && people[person].seat != nil {
                        if let gap { people[person].faults.append("a gap \(gap)") }
                        hear(message, person)
                    }
                case .repeated(let number):
                    for person in people.indices where people[person].place == index && people[person].seat == number {
                        hear(message, person)
                    }
                case .known, nil: break
                }
            }
        case .refused(let fault):
            guard let id = fault.id, let number = relays[index].room?.refused(id) else { return }
            for person in people.indices where people[person].seat == number {
                people[person].faults.append("refused: \(fault)")
            }
        case .joined(let info): _ = relays[index].room?.elsewhere(info, now: at(0))
        case .left(let id): _ = relays[index].room?.leftElsewhere(id, now: at(0))
        case .members(let infos): _ = relays[index].room?.elsewhere(all: infos, now: at(0))
        default: break
        }
    }

    /// One thing on its way arrives; false where nothing is.
    private mutating func deliver() -> Bool {
        let busy = relays.indices.filter { !relays[$0].up.isEmpty || !relays[$0].down.isEmpty }
        guard !busy.isEmpty else { return false }
        let index = busy[pick(busy.count)]
        let isUp = !relays[index].up.isEmpty && (relays[index].down.isEmpty || pick(2) == 0)
        if isUp {
            receive(relays[index].up.removeFirst(), index)
        } else {
            let event = relays[index].down.removeFirst()
            if case .message(let message, _) = event, let position = relays[index].position, message.seq > position.seq
            {
                relays[index].position = .init(epoch: position.epoch, seq: message.seq)
            }
            perform(relays[index].uplink.handle(event), index)
        }
        return true
    }

    // MARK: What came of it

    /// Nothing where every line is there once, in one order, for everybody.
    var findings: [String] {
        let log = Array(host.timeline.messages)
        var found: [String] = []
        if Set(log.map(\.id)).count != log.count { found.append("the host has a line twice") }
        if log.map(\.seq) != Array(1..<log.count + 1) { found.append("the host has holes") }
        for (index, relay) in relays.enumerated() where relay.room.map({ Array($0.timeline.messages) }) != log {
            found.append("relay \(index) has another log")
        }
        for (index, person) in people.enumerated() {
            found += person.faults.map { "person \(index): \($0)" }
            if !person.waiting.isEmpty { found.append("person \(index) waits for an answer") }
            for id in person.said where !log.contains(where: { $0.id == id }) { found.append("\(id) is lost") }
            for (seq, message) in person.heard where log[seq - 1] != message { found.append("\(seq) was another") }
        }
        return found
    }
}
