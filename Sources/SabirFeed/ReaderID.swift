import SabirProtocol

/// Identifies a reader of a feed: a stream of the page, or an IRC client.
package struct ReaderID: Hashable, Sendable {
    package let number: UInt64
}

/// The kind of a feed's reader.
package enum Listening: Sendable, Hashable {
    case visitor(MemberID, LanguageTag)
    case kiosk
    /// Staff at the desk, without a seat in the room.
    case desk(LanguageTag)
    /// An IRC client, which has no stream of the page.
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
