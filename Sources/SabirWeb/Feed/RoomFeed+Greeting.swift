import Foundation
import NIOCore
import SabirProtocol

extension RoomFeed {
    /// What a visitor may read, and what it has.
    struct Place: Sendable {
        /// As the room gave it, which says which lines are for it.
        let seat: WebSeat
        /// The newest line that it has; nil where it begins anew.
        let resume: Hello.Resume?
        /// Other languages that it reads.
        var reads: Set<LanguageTag> = []
    }

    /// Lines that a visitor who begins anew is shown.
    static let shownAtOnce = 50
    /// Lines that a returning visitor is sent; older ones are told as a gap.
    static let resumedAtMost = 1_000

    /// Opens a visitor's stream. What is told from now on waits behind the greeting.
    func open(_ place: Place, breakOff: @escaping @Sendable () -> Void) async -> StreamID {
        let (member, lang) = (place.seat.member, place.seat.member.lang)
        if place.seat.epoch != state.epoch { await readFacts() }
        let visible = state.visible(after: place.seat.firstVisibleSeq - 1, of: place.seat.epoch)
        makeRoom(for: member.id)
        let id = add(
            OpenStream(breakOff: breakOff),
            .init(listening: .visitor(member.id, lang), visible: visible, reads: place.reads))
        mustTellReach = true
        let (missed, kept) = lines(for: lang, since: place.resume, visible)
        streams[id]?.missed = missed
        let hello = await hello(member, visible)
        streams[id]?.queue.greet([hello] + kept, isWhole: missed == nil)
        pump()
        return id
    }

    /// The next piece of what the visitor missed and the feed does not keep; nil behind the last.
    func nextMissed(_ id: StreamID) async -> ByteBuffer? {
        while let numbers = streams[id]?.missed?.take() {
            let lines = await room.lines(numbers)
            guard let stream = streams[id], stream.missed?.epoch == state.epoch else { break }
            let found = lines.filter { state.readers.maySee($0.seq, id) }
            guard let told = streams[id]?.missed?.tell(found), !told.isEmpty else { continue }
            return ByteBuffer(joining: told.map { book.once($0, epoch: state.epoch) })
        }
        guard var missed = streams[id]?.missed else { return nil }
        streams[id]?.missed = nil
        let isCurrent = missed.epoch == state.epoch
        streams[id]?.queue.greet(isCurrent ? encoded(missed.finish()) + missed.behind : [])
        return nil
    }

    /// Streams that a member may have at once, as several tabs of one browser.
    static let streamsAtMost = 8

    /// The oldest stream gives way.
    private func makeRoom(for member: MemberID) {
        let own = state.readers.recipients(of: nil, .members([member]))
        guard own.count >= Self.streamsAtMost, let oldest = own.min(by: { $0.number < $1.number }) else { return }
        streams[oldest]?.queue.end()
        dependencies.dropped(.full, 1)
        pump()
    }

    /// The lines behind the visitor's last, or the newest, and what is known of their translations: those that the feed
    /// keeps, or what is missed before these, with them behind it.
    func lines(
        for lang: LanguageTag, since resume: Hello.Resume?, _ visible: VisibleLines
    ) -> (MissedLines?, [ByteBuffer]) {
        let (epoch, newest, oldest) = (state.epoch, state.newest, state.lines.first?.message.seq)
        guard let resume, resume.epoch == epoch else {
            return (nil, encoded(state.replay(after: 0, atMost: Self.shownAtOnce, for: lang, seeing: visible)))
        }
        let from = max(min(resume.seq, newest), visible.after)
        let kept = encoded(state.replay(after: from, atMost: .max, for: lang, seeing: visible))
        guard from < newest, from + 1 < oldest ?? .max else { return (nil, kept) }
        let last = (oldest ?? newest + 1) - 1
        return (MissedLines(after: from, to: last, atMost: Self.resumedAtMost, epoch: epoch, behind: kept), [])
    }

    private func encoded(_ events: [FeedEvent]) -> [ByteBuffer] { events.map { book.bytes($0, epoch: state.epoch) } }

    private func hello(_ member: MemberInfo, _ visible: VisibleLines) async -> ByteBuffer {
        let from = visible.after + 1
        let facts = await room.facts
        // Lines that the room has and this feed has not heard of yet were said before, too.
        let seq = facts.epoch == state.epoch ? max(facts.newest, state.newest) : state.newest
        let members = await room.members(after: nil).members
        let languages = await dependencies.outlooks.languages(among: Set(facts.langs.keys), in: info.id)
        let book = await dependencies.services.phrases(matching: "", in: member.lang, to: nil, limit: 1)
        let hello = HelloJSON(
            member, epoch: state.epoch, seq: seq, from: from, facts: facts, members: members,
            help: await help(for: member, facts), invited: await invited(member),
            reports: await reports(for: member, facts), phrases: !book.phrases.isEmpty)
        return ByteBuffer(
            event: "hello",
            data: JSONText.object(
                hello,
                with: [
                    ("room", JSONText.encode(roomJSON(for: member.lang, with: facts))),
                    ("languages", JSONText.encode(languages)),
                ]))
    }

    /// The calls of this room, and for staff those of the others. One's own also when it is done: from a call that a
    /// restart has made the node forget it could not be told otherwise.
    private func help(for member: MemberInfo, _ facts: WebRoomFacts) async -> [HelpJSON] {
        let isStaff = member.role == .staff
        var calls = isStaff ? facts.helpForStaff : facts.help
        if let own = await room.help(of: member.id), own.state == .done { calls.append(own) }
        guard isStaff else { return calls.map { HelpJSON($0) } }
        for other in await dependencies.services.rooms() where other.id != room.id { calls += await other.helpTold() }
        var told: [HelpJSON] = []
        for call in calls { told.append(HelpJSON(call, await dependencies.talks.invitation(on: call, in: room.id))) }
        return told
    }

    private func invited(_ member: MemberInfo) async -> TalkTold? {
        await dependencies.talks.invitation(of: PrivateTalkState.Asker(room: room.id, member: member.id))?.told
    }

    /// For staff: those of this room, and of the others.
    private func reports(for member: MemberInfo, _ facts: WebRoomFacts) async -> [WebReport]? {
        guard member.role == .staff else { return nil }
        var reports = facts.reports
        for other in await dependencies.services.rooms() where other.id != room.id {
            reports += await other.reportsTold()
        }
        return reports
    }

    /// The room as it stands: for those inside who read `lang`, its notice as they get it; for screens without. Who is here is taken from `newer` facts where
    /// there are some; all else is told in the order in which the room was asked for it.
    func roomJSON(for lang: LanguageTag? = nil, with newer: WebRoomFacts? = nil) -> RoomJSON {
        var facts = facts
        if let newer { (facts.n, facts.langs) = (newer.n, newer.langs) }
        let notice = state.notice.map {
            let reading = lang.flatMap { state.noticeReading(for: $0) }
            let json = reading.map { reading in
                TranslationJSON(reading.translation, to: reading.lang, by: dependencies.services.outcomeWording)
            }
            return NoticeJSON($0.notice, json)
        }
        return RoomJSON(info, facts, base: dependencies.base(facts.side), notice: notice, forInside: lang != nil)
    }

    /// A member has another name or language: its streams go on in that language.
    func change(_ member: MemberInfo, reads: Set<LanguageTag>) {
        mustTellReach = true
        for id in state.readers.recipients(of: nil, .members([member.id])) {
            guard let seat = state.readers.seats[id], seat.listening.lang != member.lang || seat.reads != reads
            else { continue }
            let actions = state.changed(id, to: .visitor(member.id, member.lang), reading: reads)
            let known = state.translations(for: member.lang, seeing: seat.visible)
            for bytes in encoded(known) { _ = streams[id]?.queue.push(bytes) }
            if let notice = state.notice {
                let reading = state.noticeReading(for: member.lang)
                for bytes in encoded([.notice(notice.notice, reading)]) { _ = streams[id]?.queue.push(bytes) }
            }
            perform(actions)
        }
    }
}
