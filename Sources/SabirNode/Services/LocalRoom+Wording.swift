import SabirFeed
import SabirProtocol

extension FeedEvent {
    init(_ unclear: Unclear) {
        self = .unclear(id: unclear.id, by: unclear.asker, isPresent: unclear.authorIsPresent)
    }

    init(_ call: PersonCall) { self = .person(by: call.caller, about: call.id, contact: call.contact) }
}
