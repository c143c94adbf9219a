import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// One guest and a hand-moved clock; its host is whatever the test says.
struct GuestScene {
    static let me = MemberID(rawValue: "m1")

    var guest: GuestState
    var now: NIODeadline

    init(_ hello: Hello = .of("anna")) {
        now = at(0)
        guest = GuestState(hello: hello, now: now, seed: 1)
    }

    /// A guest that is in, at number `seq` of `epoch`.
    static func member(seq: Int = 0, epoch: String = "one") -> GuestScene {
        var scene = GuestScene()
        _ = scene.feed(.start)
        _ = scene.feed(.connected(room: nil))
        _ = scene.welcome(seq: seq, epoch: epoch)
        return scene
    }

    mutating func feed(_ input: GuestState.Input) -> [GuestState.Action] { guest.handle(input, now: now) }

    mutating func hear(_ packet: HostPacket) -> [GuestState.Action] { feed(.packet(packet)) }

    mutating func wait(_ seconds: Double) -> [GuestState.Action] {
        now = now + .nanoseconds(Int64(seconds * 1e9))
        return feed(.tick)
    }

    mutating func welcome(seq: Int = 0, epoch: String = "one") -> [GuestState.Action] {
        hear(.welcome(Self.welcomed(seq: seq, epoch: epoch)))
    }

    static func welcomed(
        seq: Int = 0, epoch: String = "one", sharing: SharedTranslation? = nil, features: Features = .ours
    ) -> Welcome {
        Welcome(
            room: RoomInfo(id: "room-id", name: "Reception"), member: me, epoch: epoch, seq: seq, n: 1, members: [],
            langs: [:], limits: .init(frame: 65_536, message: 4_000, rate: 20, burst: 200), translation: sharing,
            features: features)
    }

    mutating func say(_ n: UInt64) -> [GuestState.Action] { feed(.say(Draft(id: .numbered(n), text: "line \(n)"))) }

    static func message(_ seq: Int, id: UInt64, by member: MemberID = MemberID(rawValue: "m2")) -> Message {
        Message(
            seq: seq, id: .numbered(id), ts: seq, member: member, from: "somebody", lang: "es", text: "line \(id)")
    }

    /// The present connection is lost, a new one is made and greeted.
    mutating func reconnect() -> [GuestState.Action] {
        _ = feed(.disconnected("The connection to the host was closed."))
        _ = wait(6)
        return feed(.connected(room: nil))
    }
}

extension [GuestState.Action] {
    /// Ids of the messages among the packets sent.
    var saidIDs: [MessageID] {
        compactMap {
            if case .send(.message(let draft)) = $0 { draft.id } else { nil }
        }
    }

    /// The one hello, where nothing else was done.
    var hello: Hello? {
        if count == 1, case .send(.hello(let hello)) = self[0] { hello } else { nil }
    }

    var events: [RoomEvent] {
        compactMap {
            if case .emit(let event) = $0 { event } else { nil }
        }
    }
}
