import NIOCore
import SabirProtocol

/// The decisions of staff for a room as they are stored: times by the wall clock, people by the tokens of their
/// devices.
package struct StoredModeration: Codable, Hashable, Sendable {
    package struct Ban: Codable, Hashable, Sendable {
        let member: String
        let name: String
        let token: String?
        let address: String?
        /// Milliseconds since 1970.
        let until: Int
        /// Milliseconds left when the ban was written: from a start on it never lasts longer, wherever the clock was
        /// set meanwhile.
        let left: Int
        /// `address` where the address is known at another node alone; left out otherwise.
        var scope: String?
    }

    struct MutedMember: Codable, Hashable, Sendable {
        let token: String
        let member: String
        let name: String
    }

    struct Pinned: Codable, Hashable, Sendable {
        let text: String
        let lang: String
        let ts: Int
        let id: String?
    }

    var isLocked = false
    var isClosed = false
    var notice: Pinned?
    /// The topic that staff set, and the configured topic at that time: where the configuration has changed since, it
    /// wins.
    var topic: String?
    var configuredTopic: String?
    /// Tokens of muted devices.
    var muted: [String] = []
    /// The members of those devices, as far as they are known.
    var mutedMembers: [MutedMember]?
    var removed: [String] = []
    var bans: [Ban] = []
    /// In a locked room: the devices that may come back, as the room's log knows them.
    var admitted: [Int64] = []

    /// Whether staff have decided nothing that still holds.
    package var isEmpty: Bool { self == StoredModeration() }
}

/// Stores the decisions of staff for one room.
package protocol ModerationStore: Sendable {
    /// Stores `moderation` without waiting. `done` is called once for each call, in order, on any thread: with nil when
    /// the state survives the end of the process and a loss of power, otherwise with a sentence that says why not.
    func keep(_ moderation: StoredModeration, done: @escaping @Sendable (String?) -> Void)
}

/// Where a room's decisions are stored, and what an earlier run stored.
package struct KeptModeration: Sendable {
    let store: any ModerationStore
    let past: StoredModeration?

    package init(store: any ModerationStore, past: StoredModeration?) {
        self.store = store
        self.past = past
    }
}

extension StoredModeration {
    /// Most devices that may come back into a locked room.
    static let mostAdmitted = 2_000

    /// Members without a device are left out: nothing would recognise them.
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

extension Notice {
    init?(_ pinned: StoredModeration.Pinned) {
        guard let lang = LanguageTag(pinned.lang) else { return nil }
        self.init(
            text: WireText.cleanMessage(pinned.text), lang: lang, ts: pinned.ts,
            id: pinned.id.flatMap { MessageID($0) })
    }
}
