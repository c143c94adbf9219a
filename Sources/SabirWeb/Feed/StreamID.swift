import SabirWire

/// One open stream of a feed.
struct StreamID: Hashable, Sendable {
    let number: UInt64
}

/// Who listens to a stream.
enum Listening: Sendable, Hashable {
    case visitor(MemberID, LanguageTag)
    case kiosk

    var lang: LanguageTag? { if case .visitor(_, let lang) = self { lang } else { nil } }

    func isMeant(by audience: Audience) -> Bool {
        guard case .visitor(let member, let lang) = self else { return false }
        return switch audience {
        case .everyone: true
        case .readers(let read): read == lang
        case .members(let members): members.contains(member)
        }
    }
}
