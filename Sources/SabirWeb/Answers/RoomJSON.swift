import SabirProtocol
import SabirRoom

/// A room as visitors see it.
struct RoomJSON: Encodable, Sendable {
    let id: String
    let name: String
    let topic: String
    let n: Int
    let langs: [String: Int]
    let locked: Bool
    let password: Bool
    let linked: Bool
    let isPrivate: Bool
    let path: String
    let url: String
    let whoReads: String
    let staffSee: String
    let history: String
    let keepHours: Int
    let keepMessages: Int
    let takeBack: Int
    /// Roles whose members confirm translations.
    let confirmedBy: [String]
    let responsible: String
    let contact: String
    @OrNull var notice: NoticeJSON?

    private enum CodingKeys: String, CodingKey {
        case id, name, topic, n, langs, locked, password, linked
        case isPrivate = "private"
        case path, url
        case whoReads = "who_reads"
        case staffSee = "staff_see"
        case history
        case keepHours = "keep_hours"
        case keepMessages = "keep_messages"
        case takeBack = "take_back"
        case confirmedBy = "confirmed_by"
        case responsible, contact, notice
    }

    /// - Parameters:
    ///   - base: The address that phones can reach, without a trailing slash.
    ///   - isInside: Whether the reader is in the room. A notice in a room with a password is only for those inside.
    init(
        _ facts: RoomFacts, base: String, notice: NoticeJSON? = nil, forInside isInside: Bool
    ) {
        id = facts.info.id
        name = facts.info.name
        topic = facts.info.topic
        n = facts.n
        langs = facts.langs.byTag
        locked = facts.isLocked
        password = facts.hasPassword
        linked = facts.lostLink == nil
        isPrivate = facts.isPrivate
        path = "/r/" + PathText.encoded(facts.isPrivate ? id : name)
        url = base + path
        whoReads = facts.isPrivate ? "visit" : "room"
        staffSee = facts.staffRead ? "conversation" : "nothing"
        history = facts.history.rawValue
        keepHours = facts.terms.keepHours
        keepMessages = facts.terms.keptMessages
        takeBack = facts.takeBack
        confirmedBy = facts.confirmedBy.map(\.rawValue).sorted()
        responsible = facts.terms.responsible
        contact = facts.contact
        let pinned = notice ?? facts.notice.map { NoticeJSON($0, nil) }
        self.notice = isInside || facts.tellsNoticeToEverybody ? pinned : nil
    }
}

extension [LanguageTag: Int] {
    var byTag: [String: Int] { [String: Int](uniqueKeysWithValues: map { ($0.key.description, $0.value) }) }
}
