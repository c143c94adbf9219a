import SabirFeed
import SabirRoom
import SabirWeb
import SabirProtocol

extension LocalRoomFacts {
    init(_ facts: RoomFacts) {
        self.init()
        isLocked = facts.isLocked
        isLinked = facts.lostLink == nil
        isPrivate = facts.isPrivate
        isClosed = facts.isClosed
        contact = facts.contact
        takeBack = facts.takeBack
        confirmedBy = facts.confirmedBy
        history = facts.history
        notice = facts.notice.flatMap(PinnedNotice.init)
        epoch = facts.epoch
        newest = facts.seq
        cleared = facts.cleared
        n = facts.n
        langs = facts.langs
        muted = facts.muted
        help = facts.help
        wishes = facts.wishes
        staffHere = facts.staffHere
        staffRead = facts.staffRead
        reports = facts.reports
    }
}

extension FeedEvent {
    init(_ unclear: Unclear) {
        self = .unclear(id: unclear.id, by: unclear.asker, isPresent: unclear.authorIsPresent)
    }

    init(_ call: PersonCall) { self = .person(by: call.caller, about: call.id, contact: call.contact) }
}
