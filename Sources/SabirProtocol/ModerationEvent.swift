/// An act of staff as everybody is told it, an authority keeps it and a relay passes it on. Never tells which of the
/// staff acted. An unknown act is passed on unchanged.
package struct ModerationEvent: Hashable, Sendable {
    package let act: ActName
    /// The member concerned, for an act on one.
    package let member: MemberID?
    /// That member's name at the time.
    package var name: String?
    /// The new topic.
    package let text: String?
    /// How long a ban holds.
    package let minutes: Int?
    /// What the ban keeps out; nil where the host does not say.
    package let scope: BanScope?

    package init(
        _ act: ActName, on member: MemberID? = nil, named name: String? = nil, text: String? = nil,
        minutes: Int? = nil, scope: BanScope? = nil
    ) {
        self.act = act
        self.member = member
        self.name = name
        self.text = text
        self.minutes = minutes
        self.scope = scope
    }

    /// A ban's minutes, clamped to their bounds, as another node may have sent them. Without minutes: the longest time.
    package var banMinutes: Int {
        min(max(1, minutes ?? ModerationAction.maximumMinutes), ModerationAction.maximumMinutes)
    }
}

// MARK: Between actions and events

extension ModerationAction {
    /// What everybody is told once the act is done, and what an authority keeps.
    ///
    /// - Parameter name: the name of the member concerned. `ts` and `id` are a notice's.
    package func told(named name: String? = nil, ts: Int = 0, id: MessageID? = nil) -> HostPacket {
        switch self {
        case .mute(let member), .unmute(let member), .remove(let member), .unban(let member):
            .acted(ModerationEvent(self.name, on: member, named: name))
        case .ban(let member, let minutes, let scope):
            .acted(ModerationEvent(.ban, on: member, named: name, minutes: minutes, scope: scope))
        case .topic(let text): .acted(ModerationEvent(.topic, text: WireText.cleanName(text)))
        case .notice(let text, let lang):
            .notice(Notice(text: WireText.cleanMessage(text), lang: lang, ts: ts, id: id))
        case .bans, .lock, .unlock, .clear, .close, .open: .acted(ModerationEvent(self.name))
        }
    }

    /// Whether this packet tells that the act is done, or changed nothing.
    package func isAnswered(by packet: HostPacket) -> Bool {
        switch (told(), packet) {
        case (.acted(let own), .acted(let told)) where self != .bans:
            own.act == told.act && own.member == told.member && (own.text == nil || own.text == told.text)
        case (.notice(let own), .notice(let told)): own.text == told.text
        case (_, .bans): self == .bans
        default: false
        }
    }

    /// The act that this event tells; nil for an unknown act, or without its member.
    package init?(_ event: ModerationEvent) {
        switch (event.act, event.member) {
        case (.mute, let id?): self = .mute(id)
        case (.unmute, let id?): self = .unmute(id)
        case (.remove, let id?): self = .remove(id)
        case (.ban, let id?): self = .ban(id, minutes: event.banMinutes, scope: event.scope ?? .address)
        case (.unban, let id?): self = .unban(id)
        case (.lock, _): self = .lock
        case (.unlock, _): self = .unlock
        case (.topic, _): self = .topic(event.text ?? "")
        case (.clear, _): self = .clear
        case (.close, _): self = .close
        case (.open, _): self = .open
        default: return nil
        }
    }
}

// MARK: On the wire

extension JSONWriter {
    mutating func acted(_ acted: ModerationEvent) {
        field("act", acted.act.rawValue)
        field("member", ifPresent: acted.member?.rawValue)
        field("from", ifPresent: acted.name)
        field("text", ifPresent: acted.text)
        field("minutes", ifPresent: acted.minutes)
        field("scope", ifPresent: acted.scope?.rawValue)
    }
}

extension ModerationEvent {
    init(_ json: JSONObject) throws(WireFault) {
        act = ActName(rawValue: try json.required("act"))
        member = try json.string("member").map(MemberID.init(rawValue:))
        name = try json.string("from").map(WireText.cleanName)
        text = try json.string("text").map(WireText.cleanName)
        minutes = try json.count("minutes")
        scope = try json.string("scope").flatMap(BanScope.init)
    }
}
