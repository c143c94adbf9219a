import Foundation
import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

extension PageFeed {
    /// Opens a visitor's stream. Events from now on are sent after the greeting.
    ///
    /// - Parameters:
    ///   - entry: The visitor's place in the room, which says from which line on it may read.
    ///   - resume: The newest line that the visitor has; nil for a new start.
    ///   - reads: Other languages that the visitor reads.
    func open(
        _ entry: HostedRoom.Entry, since resume: Hello.Resume?, reading reads: Set<LanguageTag> = [],
        breakOff: @escaping @Sendable () -> Void
    ) async -> ReaderID {
        let (member, lang) = (entry.info, entry.info.lang)
        await feed.catchUp(to: entry.epoch)
        let visible = state.visible(after: entry.firstVisibleSeq - 1, of: entry.epoch)
        makeRoom(for: member.id)
        let id = add(
            .init(listening: .visitor(member.id, lang), visible: visible, reads: reads), breakOff: breakOff)
        let (kept, isWhole) = owe(id, lang, since: resume, visible)
        let hello = await hello(member, visible)
        streams[id]?.queue.greet([hello] + kept, isWhole: isWhole)
        pump()
        return id
    }

    /// The next missed lines that the feed does not keep; nil after the last.
    func nextMissed(_ id: ReaderID) async -> ByteBuffer? {
        while let numbers = streams[id]?.missed?.nextRange() {
            let lines = await room.lines(numbers)
            let state = state
            guard let stream = streams[id], stream.missed?.epoch == state.epoch else { break }
            let found = lines.filter { state.readers.maySee($0.seq, id) }
            guard let told = streams[id]?.missed?.advance(over: found), !told.isEmpty else { continue }
            return ByteBuffer(joining: told.map { book.encode($0, epoch: state.epoch) })
        }
        guard let stream = streams[id], var missed = stream.missed else { return nil }
        streams[id]?.missed = nil
        streams[id]?.behind = []
        let isCurrent = missed.epoch == state.epoch
        streams[id]?.queue.greet(isCurrent ? encoded(missed.finish()) + stream.behind : [])
        return nil
    }

    /// How many streams a member may have at once, such as several tabs of a browser.
    static let streamsAtMost = 8

    /// Closes the member's oldest stream if it has too many.
    private func makeRoom(for member: MemberID) {
        let own = inFeed { $0.recipients(.members([member])) }
        guard own.count >= Self.streamsAtMost, let oldest = own.min(by: { $0.number < $1.number }) else { return }
        streams[oldest]?.queue.end()
        countDropped(.full, 1)
        pump()
    }

    /// The kept events for a stream's greeting. If the reader missed older lines that have to be read first, the kept
    /// events are stored in the stream and the greeting is not whole yet.
    func owe(
        _ id: ReaderID, _ lang: LanguageTag, since resume: Hello.Resume?, _ visible: VisibleLines
    ) -> (kept: [ByteBuffer], isWhole: Bool) {
        let (missed, kept) = inFeed { $0.lines(for: lang, since: resume, visible) }
        streams[id]?.missed = missed
        let bytes = encoded(kept, forStaff: state.readers.seats[id]?.listening.isDesk == true)
        guard missed != nil else { return (bytes, true) }
        streams[id]?.behind = bytes
        return ([], false)
    }

    private func hello(_ member: MemberInfo, _ visible: VisibleLines) async -> ByteBuffer {
        let facts = await room.facts
        // Includes lines that the room has but this feed has not received yet, as they were said before this stream.
        let seq = facts.epoch == state.epoch ? max(facts.seq, state.newest) : state.newest
        let members = await room.members(after: nil).members
        let languages = await dependencies.availability.languages(among: Set(facts.langs.keys), in: room.id)
        let book = await dependencies.services.phrases(matching: "", in: member.lang, to: nil, limit: 1)
        let hello = HelloJSON(
            epoch: state.epoch, seq: seq, from: visible.after + 1, cleared: facts.cleared, n: facts.n,
            members: members.prefix(100).map(MemberJSON.init), langs: facts.langs.byTag, role: member.role?.rawValue,
            confirms: member.role.map(facts.confirmedBy.contains) ?? false, muted: facts.muted.contains(member.id),
            help: await help(for: member, facts), invited: await invited(member),
            read: await dependencies.answers.last(for: .init(room: room.id, member: member.id)),
            reports: await reports(for: member, facts)?.map(ReportJSON.init), phrases: !book.phrases.isEmpty,
            room: roomJSON(for: member.lang, with: facts), languages: languages)
        return ByteBuffer(event: "hello", JoinedJSON(YouJSON(member), hello))
    }

    /// The calls for help of this room; for staff also those of other rooms. Includes the member's own finished call:
    /// after a restart, a page could not tell it from a call that the node has lost.
    private func help(for member: MemberInfo, _ facts: RoomFacts) async -> [HelpJSON] {
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
        await dependencies.talks.invitation(of: PrivateTalks.Asker(room: room.id, member: member.id))?.told
    }

    /// The reports of this room and of the others; nil for members who are not staff.
    private func reports(for member: MemberInfo, _ facts: RoomFacts) async -> [KeptReport]? {
        guard member.role == .staff else { return nil }
        var reports = facts.reports
        for other in await dependencies.services.rooms() where other.id != room.id {
            reports += await other.reportsTold()
        }
        return reports
    }

    /// The room as its members or screens see it.
    ///
    /// - Parameters:
    ///   - lang: The language for the notice; nil for screens.
    ///   - newer: Newer facts for who is in the room. Everything else comes from the feed's facts, to keep the order of
    ///     events.
    func roomJSON(for lang: LanguageTag? = nil, with newer: RoomFacts? = nil) -> RoomJSON {
        var facts = facts
        if let newer { (facts.n, facts.langs) = (newer.n, newer.langs) }
        let state = state
        let notice = state.notice.map {
            let reading = lang.flatMap { state.noticeReading(for: $0) }
            let json = reading.map { reading in
                TranslationJSON(reading.translation, to: reading.lang, by: dependencies.services.outcomeWording)
            }
            return NoticeJSON($0.notice, json)
        }
        return roomJSON(facts, notice: notice, forInside: lang != nil)
    }

    func roomJSON(_ facts: RoomFacts, notice: NoticeJSON? = nil, forInside isInside: Bool = false) -> RoomJSON {
        RoomJSON(facts, base: dependencies.base(facts.side), notice: notice, forInside: isInside)
    }
}
