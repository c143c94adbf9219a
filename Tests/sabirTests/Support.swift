import SabirClient
import SabirProtocol

func message(_ id: MessageID = MessageID(), _ text: String = "hola", seq: Int = 1, revision: Revision? = nil) -> Message
{
    Message(
        seq: seq, id: id, ts: seq, member: MemberID(rawValue: "m1"), from: "anna", lang: "es", text: text,
        revision: revision)
}

func member(_ id: String, _ name: String, _ lang: LanguageTag = "es") -> MemberInfo {
    MemberInfo(id: MemberID(rawValue: id), name: name, lang: lang)
}

func welcome(
    _ members: [MemberInfo] = [], takeBack: Int = 60, history: HistoryTerms? = nil, features: Features = .ours
) -> Welcome {
    Welcome(
        room: RoomInfo(id: "9e107d9d-0000-4000-8000-000000000001", name: "Ward"), member: MemberID(rawValue: "m9"),
        epoch: "e", seq: 0, n: members.count, members: members,
        langs: members.reduce(into: [:]) { $0[$1.lang, default: 0] += 1 },
        limits: .init(frame: 65_536, message: 4_000, rate: 0, takeBack: takeBack), history: history, features: features)
}

extension LanguageTag: ExpressibleByStringLiteral {
    /// For tags written out in a test: a malformed one is a mistake in the test.
    public init(stringLiteral text: String) {
        guard let tag = LanguageTag(text) else { fatalError("\(text) is no language tag.") }
        self = tag
    }
}
