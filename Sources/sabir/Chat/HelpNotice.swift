import SabirProtocol
import SabirTranslation

/// A call for help, or a change of one, as shown to this person.
struct HelpNotice {
    let call: HelpCall
    let own: Bool
    /// In the reader's language.
    let sentence: String

    init(_ call: HelpCall, own: Bool, for reader: LanguageTag, _ wording: InterfaceCatalogue) {
        self.call = call
        self.own = own
        let values = [
            "name": Badge.name(call.caller.name, nil), "room": Badge.name(call.room?.name ?? "", nil),
            "by": Badge.name(call.by ?? "", nil),
        ]
        sentence = wording.sentence(call.sentence(isOwn: own), in: reader, values)
    }
}

/// The calls for help of this room that are not done, as far as this program was told of them.
struct StandingCalls {
    private var calls: [HelpCall] = []

    mutating func follow(_ call: HelpCall) {
        guard call.room == nil else { return }
        calls.removeAll { $0.caller.id == call.caller.id }
        if call.state != .done { calls.append(call) }
    }

    /// Replaces all calls: the room sends the whole list.
    mutating func replace(by list: [HelpCall]) { calls = list.filter { $0.state != .done } }

    func has(_ member: MemberID?) -> Bool { calls.contains { $0.caller.id == member } }

    /// The caller meant by a name, its beginning or an id; "" means the only other caller. An id is accepted without a
    /// list: the host knows it.
    ///
    /// - Parameter member: the member who asks.
    func find(_ whom: String, besides member: MemberID?) throws(WireFault) -> MemberID {
        let callers = calls.map(\.caller).filter { $0.id != member }
        guard !whom.isEmpty else {
            guard let only = callers.first, callers.count == 1 else { throw Self.none }
            return only.id
        }
        if callers.isEmpty { throw Self.none }
        return try MemberSearch(callers).only(whom).id
    }

    private static let none = WireFault(
        .badPacket, "There is no such call for help at the moment.", as: "no-call")
}
