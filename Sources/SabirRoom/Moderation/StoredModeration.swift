import NIOCore
import SabirProtocol

/// What staff have decided for a room, as it outlasts the node: times by the clock on the wall, people by what stands for
/// their devices.
package struct StoredModeration: Codable, Hashable, Sendable {
    package struct Ban: Codable, Hashable, Sendable {
        let member: String
        let name: String
        let token: String?
        let address: String?
        /// Milliseconds since 1970.
        let until: Int
        /// What was left of it when it was written, in milliseconds: it never lasts longer than that from a start on,
        /// wherever the clock was set meanwhile.
        let left: Int
        /// `address` where that is known at another node alone; left out otherwise.
        var scope: String?
    }

    package struct MutedMember: Codable, Hashable, Sendable {
        let token: String
        let member: String
        let name: String
    }

    package struct Pinned: Codable, Hashable, Sendable {
        let text: String
        let lang: String
        let ts: Int
        let id: String?
    }

    var isLocked = false
    var isClosed = false
    var notice: Pinned?
    /// What staff made of the topic, and what the configuration said then: where that says something else by now, it counts.
    var topic: String?
    var configuredTopic: String?
    /// Tokens of devices.
    var muted: [String] = []
    /// Who those were, as far as it is known.
    var mutedMembers: [MutedMember]?
    var removed: [String] = []
    var bans: [Ban] = []
    /// Of a locked room: the devices that may come back, as its log knows them.
    var admitted: [Int64] = []

    /// Whether nothing stands.
    package var isEmpty: Bool { self == StoredModeration() }
}

/// Keeps what staff decided for one room.
package protocol ModerationStore: Sendable {
    /// Does not wait. `done` is called once for each call, in their order, on any thread: with nil when it is safe from
    /// the end of the process and the loss of power, otherwise with a sentence that says why it is not.
    func keep(_ moderation: StoredModeration, done: @escaping @Sendable (String?) -> Void)
}

/// Where a room's decisions are kept, and what was kept of an earlier run.
package struct KeptModeration: Sendable {
    let store: any ModerationStore
    let past: StoredModeration?

    package init(store: any ModerationStore, past: StoredModeration?) {
        self.store = store
        self.past = past
    }
}

extension StoredModeration {
    /// Devices that may come back into a locked room, at most.
    static let mostAdmitted = 2_000

    /// Of somebody without a device nothing is kept: nobody would know who it was.
    init(_ moderation: Moderation, configuredTopic: String, known: [AuthorID], now: NIODeadline, wall: Int) {
        isLocked = moderation.isLocked
        isClosed = moderation.isClosed
        notice = moderation.notice.map {
            Pinned(text: $0.text, lang: $0.lang.description, ts: $0.ts, id: $0.id?.description)
        }
        topic = moderation.topic
        self.configuredTopic = moderation.topic.map { _ in configuredTopic }
        muted = Self.unique(moderation.mutes.compactMap(\.token))
        let members = moderation.mutes.compactMap { mute in
            mute.token.flatMap { token in
                mute.name.map { MutedMember(token: token, member: mute.member?.rawValue ?? "", name: $0) }
            }
        }
        mutedMembers = members.isEmpty ? nil : members
        removed = Self.unique(moderation.removed.compactMap(\.token))
        bans = moderation.bans.filter { $0.until > now && ($0.token != nil || $0.address != nil) }.map { ban in
            let left = Int((ban.until - now).nanoseconds / 1_000_000)
            return Ban(
                member: ban.member.rawValue, name: ban.name, token: ban.token, address: ban.address,
                until: wall + left, left: left,
                scope: ban.scope == .address && ban.address == nil ? ban.scope.rawValue : nil)
        }
        if moderation.isLocked {
            let before = moderation.admittedBefore.subtracting(known)
            admitted = (Array(before) + known).suffix(Self.mostAdmitted).map(\.value)
        }
    }

    private static func unique(_ tokens: [String]) -> [String] {
        var seen: Set<String> = []
        return tokens.filter { seen.insert($0).inserted }
    }
}

extension Moderation {
    init(_ stored: StoredModeration, configuredTopic: String, now: NIODeadline, wall: Int) {
        func devices(_ tokens: [String]) -> [Device] { tokens.map { Device(number: nil, token: $0) } }
        let members = Dictionary((stored.mutedMembers ?? []).map { ($0.token, $0) }) { $1 }
        let mutes = stored.muted.map { token in
            let member = members[token]
            return Device(
                number: nil, token: token, member: member.map { MemberID(rawValue: $0.member) }, name: member?.name)
        }
        self.init(
            isLocked: stored.isLocked, isClosed: stored.isClosed, notice: stored.notice.flatMap(Notice.init),
            topic: stored.configuredTopic == configuredTopic ? stored.topic : nil, mutes: mutes,
            removed: devices(stored.removed),
            bans: stored.bans.compactMap { ban in
                let left = min(ban.until - wall, ban.left, ModerationAction.maximumMinutes * 60_000)
                guard left > 0 else { return nil }
                return Ban(
                    member: MemberID(rawValue: ban.member), name: ban.name, number: nil, token: ban.token,
                    address: ban.address, until: now + .milliseconds(Int64(left)),
                    scope: ban.scope.flatMap(BanScope.init(rawValue:)))
            }, admittedBefore: Set(stored.admitted.map(AuthorID.init(value:))))
    }
}

extension Notice {
    fileprivate init?(_ pinned: StoredModeration.Pinned) {
        guard let lang = LanguageTag(pinned.lang) else { return nil }
        self.init(
            text: WireText.cleanMessage(pinned.text), lang: lang, ts: pinned.ts,
            id: pinned.id.flatMap { MessageID($0) })
    }
}
