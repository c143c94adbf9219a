import SabirProtocol

/// Who reads a feed: by a stream, or over IRC.
package struct ReaderID: Hashable, Sendable {
    package let number: UInt64
}

/// As whom it does.
package enum Listening: Sendable, Hashable {
    case visitor(MemberID, LanguageTag)
    case kiosk
    /// Staff at their page, without a seat in the room.
    case desk(LanguageTag)
    /// Over IRC: it has no stream here.
    case client(LanguageTag)

    package var member: MemberID? { if case .visitor(let member, _) = self { member } else { nil } }
    package var isDesk: Bool { if case .desk = self { true } else { false } }
    package var lang: LanguageTag? {
        switch self {
        case .visitor(_, let lang), .desk(let lang), .client(let lang): lang
        case .kiosk: nil
        }
    }
}
