import SabirProtocol

/// One open stream of a feed.
struct StreamID: Hashable, Sendable {
    let number: UInt64
}

/// Who listens to a stream.
enum Listening: Sendable, Hashable {
    case visitor(MemberID, LanguageTag)
    case kiosk
    /// Staff at their page, without a seat in the room.
    case desk(LanguageTag)
    /// Over IRC: it has no stream here.
    case client(LanguageTag)

    var member: MemberID? { if case .visitor(let member, _) = self { member } else { nil } }
    var isDesk: Bool { if case .desk = self { true } else { false } }
    var lang: LanguageTag? {
        switch self {
        case .visitor(_, let lang), .desk(let lang), .client(let lang): lang
        case .kiosk: nil
        }
    }
}
