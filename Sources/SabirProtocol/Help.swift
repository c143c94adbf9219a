/// A member's call for help, as part of the room until somebody has come or the call is taken back.
package struct HelpCall: Hashable, Sendable {
    /// How far staff are with the call, in rising order.
    package enum State: String, CaseIterable, Hashable, Sendable {
        case open
        /// A staff member has said that they are coming.
        case coming
        case done
    }

    /// What a caller wishes for besides help.
    package enum PrivateTalkRequest: String, Hashable, Sendable {
        /// To talk with staff alone.
        case privately = "private"
    }

    package var caller: MemberInfo
    /// The message concerned. Only its id is sent: not everybody may see that message.
    package var about: MessageID?
    /// As in `PersonCall`.
    package var contact: String
    /// Milliseconds since 1970 by the clock of the caller's node. Caller and time together name this call; a renewed
    /// call has another time.
    package var ts: Int
    /// Milliseconds since the call was made, when told: clocks of other machines cannot be trusted.
    package var age: Int
    package var state: State
    /// The staff member who is coming, by the name that everybody in the rooms knows; nil where that is not known.
    package var by: String?
    /// Whether the caller is in the room.
    package var isPresent: Bool
    /// The room of the call without its topic, as told to staff in other rooms of the node; nil in the room itself.
    package var room: RoomInfo?
    /// For staff alone, the caller and the node above; absent from what everybody is told.
    package var wish: PrivateTalkRequest?

    package init(
        caller: MemberInfo, about: MessageID? = nil, contact: String = "", ts: Int, age: Int = 0, state: State = .open,
        by: String? = nil, isPresent: Bool = true, room: RoomInfo? = nil, wish: PrivateTalkRequest? = nil
    ) {
        self.wish = wish
        self.caller = caller
        self.about = about
        self.contact = contact
        self.ts = ts
        self.age = age
        self.state = state
        self.by = by
        self.isPresent = isPresent
        self.room = room
    }

    /// The name of the interface's sentence about the call in its present state.
    ///
    /// - Parameter isOwn: whether the reader is the caller.
    package func sentence(isOwn: Bool) -> String {
        switch state {
        case .open where wish != nil: isOwn ? "call.private.own" : "call.private"
        case .open: room == nil ? "call.open" : "call.elsewhere"
        case .coming: (isOwn ? "call.coming" : "call.coming.to") + (by == nil ? "" : ".by")
        case .done: isOwn ? "call.done" : "call.done.of"
        }
    }

    package func told(in room: RoomInfo) -> HelpCall {
        var call = self
        call.room = RoomInfo(id: room.id, name: room.name)
        return call
    }
}

/// All calls of a room, in place of those told before. Finished calls are listed for a while, so that a node that was
/// away can tell them from calls that this host does not know.
package struct HelpList: Hashable, Sendable {
    /// Most calls in one list.
    package static let most = 50

    package let contact: String
    package let calls: [HelpCall]

    package init(contact: String, calls: [HelpCall]) {
        self.contact = contact
        self.calls = calls
    }
}

/// A member's answer to a call: the caller takes it back, or staff answer it. The member's packet `help`.
package struct HelpAnswer: Hashable, Sendable {
    /// The caller; nil for the sender's own call.
    package let member: MemberID?
    /// `coming` or `done`.
    package let state: HelpCall.State

    package init(of member: MemberID? = nil, _ state: HelpCall.State) {
        self.member = member
        self.state = state
    }
}

extension JSONWriter {
    mutating func help(_ call: HelpCall) {
        fields(of: call)
        field("contact", call.contact)
    }

    mutating func calls(_ list: HelpList) {
        field("contact", list.contact)
        field("calls", list: list.calls) { writer, call in writer.object { $0.fields(of: call) } }
    }

    mutating func answer(_ answer: HelpAnswer) {
        field("member", ifPresent: answer.member?.rawValue)
        field("state", answer.state.rawValue)
    }

    private mutating func fields(of call: HelpCall) {
        person(call.caller)
        field("about", ifPresent: call.about?.description)
        field("ts", call.ts)
        field("age", call.age)
        field("state", call.state.rawValue)
        field("by", ifPresent: call.by)
        field("present", call.isPresent)
        field(room: call.room)
        field("wish", ifPresent: call.wish?.rawValue)
    }

    /// Omitted in the room itself.
    mutating func field(room: RoomInfo?) {
        guard let room else { return }
        field("room") {
            $0.field("id", room.id)
            $0.field("name", room.name)
        }
    }
}

extension HelpCall {
    /// Longest contact that is passed on, in Unicode scalars.
    static let maximumContact = 500

    /// Reads a call; nil where it has a state of a later version, or is longer than a list of calls has room for.
    init?(_ json: JSONObject) throws(WireFault) {
        guard let state = try json.string("state").flatMap(State.init) else { return nil }
        let caller = try json.person()
        guard caller.name.unicodeScalars.count <= WireText.maximumName, caller.id.rawValue.utf8.count <= 64 else {
            return nil
        }
        let room = try json.roomElsewhere()
        let by = try json.string("by").flatMap { try? WireText.name($0) }
        self.init(
            caller: caller, about: try json.messageID("about"),
            contact: try json.contact(), ts: try json.required("ts"),
            age: try json.count("age") ?? 0, state: state, by: by,
            isPresent: try json.bool("present") ?? true, room: room, wish: try json.wish())
    }
}

extension HelpList {
    init(_ json: JSONObject) throws(WireFault) {
        let contact = try json.contact()
        var calls: [HelpCall] = []
        for json in (try json.objects("calls") ?? []).prefix(Self.most) {
            guard var call = try HelpCall(json) else { continue }
            call.contact = contact
            calls.append(call)
        }
        self.init(contact: contact, calls: calls)
    }
}

extension JSONObject {
    func roomElsewhere() throws(WireFault) -> RoomInfo? {
        try object("room").map { json throws(WireFault) in
            RoomInfo(id: try json.required("id"), name: WireText.cleanName(try json.required("name")))
        }
    }

    /// Reads the caller's wish; nil where there is none, or it is one of a later version.
    func wish() throws(WireFault) -> HelpCall.PrivateTalkRequest? {
        try string("wish").flatMap(HelpCall.PrivateTalkRequest.init)
    }

    fileprivate func contact() throws(WireFault) -> String {
        String(WireText.cleanName(try string("contact") ?? "").unicodeScalars.prefix(HelpCall.maximumContact))
    }
}

extension HelpAnswer {
    init(_ json: JSONObject) throws(WireFault) {
        guard let state = try json.string("state").flatMap(HelpCall.State.init), state != .open else {
            throw WireFault(
                .badPacket, "\"help\" needs a \"state\": \"coming\" or \"done\"; a call is made by \"person\".")
        }
        self.init(of: try json.string("member").map(MemberID.init(rawValue:)), state)
    }
}
