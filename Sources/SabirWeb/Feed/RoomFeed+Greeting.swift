import Foundation
import NIOCore
import SabirWire

extension RoomFeed {
    /// What a visitor may read, and what it has.
    struct Place: Sendable {
        let member: MemberInfo
        /// Lines up to this number of this life of the room's numbering are not for it: they are from before it came.
        let epoch: String
        let readableAfter: Int
        /// The newest line that it has; nil where it begins anew.
        let resume: Hello.Resume?
    }

    /// Lines that a visitor who begins anew is shown.
    static let shownAtOnce = 50
    /// Lines that a returning visitor is sent; older ones are told as a gap.
    static let resumedAtMost = 1_000

    /// Opens a visitor's stream. What is told from now on waits behind the greeting.
    func open(_ place: Place, breakOff: @escaping @Sendable () -> Void) async -> StreamID {
        let lang = place.member.lang
        makeRoom(for: place.member.id)
        let id = add(OpenStream(listening: .visitor(place.member.id, lang), breakOff: breakOff))
        perform(state.opened(lang))
        let lines = await lines(for: place)
        let hello = await hello(place)
        streams[id]?.queue.greet(lines.reduce(into: hello) { $0.writeImmutableBuffer($1) })
        pump()
        return id
    }

    /// Streams that a member may have at once, as several tabs of one browser.
    static let streamsAtMost = 8

    /// The oldest stream gives way.
    private func makeRoom(for member: MemberID) {
        let own = streams.filter { $0.value.listening.isMeant(by: .members([member])) }.keys
        guard own.count >= Self.streamsAtMost, let oldest = own.min(by: { $0.number < $1.number }) else { return }
        streams[oldest]?.queue.end()
        surroundings.dropped(.full, 1)
        pump()
    }

    /// The lines behind the visitor's last, or the newest, and what is known of their translations.
    private func lines(for place: Place) async -> [ByteBuffer] {
        let lang = place.member.lang
        let (epoch, newest, oldest) = (state.epoch, state.newest, state.lines.first?.message.seq)
        let readableAfter = readableAfter(place)
        guard let resume = place.resume, resume.epoch == epoch else {
            return encoded(state.replay(after: readableAfter, atMost: Self.shownAtOnce, for: lang))
        }
        let from = max(min(resume.seq, newest), readableAfter)
        let kept = state.replay(after: from, atMost: .max, for: lang)
        guard from < newest, from + 1 < oldest ?? .max else { return encoded(kept) }
        let older = await room.lines(after: from).filter { $0.seq < oldest ?? newest + 1 }.suffix(Self.resumedAtMost)
        let first = older.first?.seq ?? oldest ?? newest + 1
        let gap = first > from + 1 ? [FeedEvent.gap(from + 1...first - 1)] : []
        return encoded(gap) + older.map { ByteBuffer(event: "line", id: "\(epoch):\($0.seq)", LineJSON($0)) }
            + encoded(kept)
    }

    /// In another life of the numbering than the one it came in everything is from after its coming.
    private func readableAfter(_ place: Place) -> Int { place.epoch == state.epoch ? place.readableAfter : 0 }

    private func encoded(_ events: [FeedEvent]) -> [ByteBuffer] { events.map { book.bytes($0, epoch: state.epoch) } }

    private func hello(_ place: Place) async -> ByteBuffer {
        let (member, seq, from) = (place.member, state.newest, readableAfter(place) + 1)
        let facts = await room.facts
        let members = await room.members(after: nil).members
        let languages = await surroundings.outlooks.languages(among: Set(facts.langs.keys))
        let hello = HelloJSON(
            member, epoch: state.epoch, seq: seq, from: from, facts: facts, members: members)
        return ByteBuffer(
            event: "hello",
            data: JSONText.object(
                hello,
                with: [
                    ("room", JSONText.encode(roomJSON(for: member.lang, with: facts))),
                    ("languages", JSONText.encode(languages)),
                ]))
    }

    /// The room as it stands, its notice as readers of `lang` get it. Who is here is taken from `newer` facts where
    /// there are some; all else is told in the order in which the room was asked for it.
    func roomJSON(for lang: LanguageTag? = nil, with newer: WebRoomFacts? = nil) -> RoomJSON {
        var facts = facts
        if let newer { (facts.n, facts.langs) = (newer.n, newer.langs) }
        let notice = state.notice.map {
            NoticeJSON($0.notice, lang.flatMap { state.noticeReading(for: $0) }?.translation, to: lang)
        }
        return RoomJSON(info, facts, base: surroundings.publicBase(), notice: notice)
    }

    /// A member has another name or language: its streams go on in that language.
    func change(_ member: MemberInfo) {
        for (id, stream) in streams {
            guard case .visitor(member.id, let old) = stream.listening, old != member.lang else { continue }
            state.closed(old)
            streams[id]?.listening = .visitor(member.id, member.lang)
            let actions = state.opened(member.lang)
            for bytes in encoded(state.translations(for: member.lang)) { _ = streams[id]?.queue.push(bytes) }
            if let notice = state.notice {
                let reading = state.noticeReading(for: member.lang)
                for bytes in encoded([.notice(notice.notice, reading)]) { _ = streams[id]?.queue.push(bytes) }
            }
            perform(actions)
        }
    }
}
