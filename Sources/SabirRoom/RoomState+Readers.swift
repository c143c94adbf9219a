import SabirProtocol

/// How many people read what is said, by language and by what they were told.
extension RoomState {
    /// Number of the first message that somebody who was never here sees.
    var newcomersFirstVisibleSeq: Int { visibility.newcomer(in: timeline) }

    /// How many people read each language, by the first number that they were told. Leaves relays out, as they read
    /// nothing. Takes time for each member.
    func readers(besides: Set<MemberID>) -> [LanguageTag: [Int: Int]] {
        var readers: [LanguageTag: [Int: Int]] = [:]
        for member in roster.all
        where member.info.role != .relay && !member.joinContext.isRelay && !besides.contains(member.info.id) {
            readers[member.info.lang, default: [:]][member.toldFrom ?? member.firstVisibleSeq, default: 0] += 1
        }
        return readers
    }
}

extension HostedRoom {
    /// How many people besides these read each language, by the first number that they were told.
    package func readers(besides: Set<MemberID>) -> [LanguageTag: [Int: Int]] { state.readers(besides: besides) }
}
