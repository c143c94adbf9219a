import SabirIRC
import SabirWeb
import SabirProtocol

extension IRCNews {
    static func of(_ news: FeedNews) -> [IRCNews] {
        switch news {
        case .told(let event, let audience): of(event, audience)
        case .settings: [.settings]
        case .reports: []
        case .forgotten(let numbers): [.forgotten(numbers)]
        case .notTaken(let id, let fault, let member): [.notTaken(id, fault, to: member)]
        }
    }

    /// What clients are told of an event of the feed.
    static func of(_ event: FeedEvent, _ audience: Audience) -> [IRCNews] {
        switch event {
        case .line(let message): [.line(message)]
        case .joined(let info, _): [.joined(info)]
        case .left(let info, _): [.left(info.id)]
        case .changed(let info, _): [.changed(info)]
        case .presence(let presence):
            presence.joined.map(Self.joined) + presence.changed.map(Self.changed) + presence.left.map(Self.left)
        case .notice(_, let reading?): [.noticeReading(reading.lang, reading.translation)]
        case .notice(let notice, nil): [.notice(notice?.text)]
        case .unclear(let id, let by, _): [.unclear(id, by: by, to: audience.members ?? [])]
        case .person(let by, _, let contact): [.person(by: by, contact: contact, to: audience.members)]
        case .help(let call): [.help(call, to: audience.members)]
        case .muted(let isMuted): (audience.members ?? []).map { .muted($0, isMuted) }
        case .report: []
        case .cleared: [.cleared]
        case .removed(let fault): (audience.members ?? []).map { .removed($0, fault) }
        case .closing(let reason): [.closing(reason)]
        case .translation(let told): [.reading(told.id, seq: told.seq, told.lang, told.translation)]
        case .gap: []
        }
    }
}

extension Audience {
    /// Nil where it is not a matter of some alone.
    fileprivate var members: [MemberID]? { if case .members(let members) = self { members } else { nil } }
}

extension IRCSeat {
    init(_ seat: WebSeat) {
        self.init(member: seat.member, token: seat.token, seq: seat.seq, firstVisibleSeq: seat.firstVisibleSeq)
    }
}

extension WebSeat {
    /// The room goes by the token, and by the member's id.
    init(_ seat: IRCSeat) {
        self.init(
            member: seat.member, token: seat.token, epoch: "", seq: seat.seq, firstVisibleSeq: seat.firstVisibleSeq)
    }
}
