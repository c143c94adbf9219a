import SabirProtocol

/// What `RoomFeed` has to do after a change of its `FeedState`.
package enum FeedAction: Sendable, Hashable {
    case tell(FeedEvent, Audience)
    case translate(Question, text: String, from: LanguageTag)
    /// The lines with these numbers were taken back: delete everything derived from their texts.
    case forgetTexts(Set<Int>)
    /// Messages before the one that arrived are missing: ask the room for everything after the newest known one.
    case catchUp
    /// The name, topic, lock or another fact of the room changed: read all facts again.
    case readFacts
    /// People came, went or changed: the set of languages in the room may have changed.
    case refreshLanguages
    /// These members were removed from the room: end their streams after the events already sent.
    case endStreams(of: [MemberID])
    /// The room has closed: end every stream.
    case endFeed
}

/// A translation to request: one subject into one language.
package struct Question: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        /// The line with this number.
        case line(Int)
        /// The notice pinned at this time.
        case notice(Int)
    }

    package let subject: Subject
    package let lang: LanguageTag
    /// The epoch that a line's number belongs to: in the next epoch another line gets the same number.
    var epochNumber = 0
}
