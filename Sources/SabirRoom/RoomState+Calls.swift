import NIOCore
import SabirProtocol

/// Members' calls about a message: "I did not understand", and for a person who interprets.
extension RoomState {
    /// The members to tell that a message was not understood, besides the asker. Costs as much as a message.
    mutating func unclear(
        _ id: MessageID, by number: MemberNumber, now: NIODeadline
    ) throws(WireFault) -> (unclear: Unclear, author: MemberNumber) {
        let asker = try caller(number, about: id, now)
        let author = try author(of: id)
        guard author != number else {
            throw WireFault(.badPacket, "This is your own message: its readers say whether they understand it.", id: id)
        }
        return (Unclear(id: id, asker: asker, authorIsPresent: roster[author] != nil), author)
    }

    /// Asks a message's author for a person. Costs as much as a message.
    mutating func person(
        about id: MessageID, by number: MemberNumber, now: NIODeadline
    ) throws(WireFault) -> (call: PersonCall, author: MemberNumber) {
        let caller = try caller(number, about: id, now)
        return (PersonCall(caller: caller, id: id, contact: contact), try author(of: id))
    }

    mutating func caller(
        _ number: MemberNumber, about id: MessageID?, _ now: NIODeadline
    ) throws(WireFault) -> MemberInfo {
        guard let caller = roster[number]?.info else { throw WireFault.noLongerIn }
        if let fault = flood(number, now: now) { throw fault.naming(id) }
        return caller
    }

    func author(of id: MessageID) throws(WireFault) -> MemberNumber {
        guard let author = timeline.author(of: id) else {
            throw WireFault(
                .badPacket, "This room knows no message of that id; it may be too old.", as: "message-gone", id: id)
        }
        return author
    }
}
