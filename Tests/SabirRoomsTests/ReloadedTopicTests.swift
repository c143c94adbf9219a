import Logging
import NIOCore
import NIOPosix
import SabirProtocol
import Synchronization
import Testing

@testable import SabirRoom

/// The topic of staff against that of a configuration that is read again and again: what was told last stands, also after
/// the next start.
@Suite(.timeLimit(.minutes(1))) struct ReloadedTopicTests {
    private static let start = Room.Time(now: at(0), wall: 1_800_000_000_000)

    private var room: Room
    /// What would be read from the disk at the next start.
    private var kept = StoredModeration()

    init() {
        var sources = RoomSources(token: { $0 })
        sources.storesModeration = true
        room = Room(
            state: RoomState(settings: Self.settings("A"), seed: 1, now: Self.start.now), sources: sources,
            meter: NoMeter(), logger: Logger(label: "room") { _ in SwiftLogNoOpLogHandler() }, at: Self.start)
    }

    private static func settings(_ topic: String) -> RoomSettings {
        var settings = RoomSettings.test(members: 10, rate: (10, 10))
        settings.info.topic = topic
        return settings
    }

    private mutating func reload(_ topic: String) {
        var settings = room.settings
        settings.info.topic = topic
        room.apply(settings)
        keep()
    }

    /// Whether something was to be stored.
    @discardableResult private mutating func keep() -> Bool {
        var stored = false
        while let effect = room.nextEffect() {
            guard case .store(let moderation, _) = effect else { continue }
            (kept, stored) = (moderation, true)
        }
        return stored
    }

    private mutating func staffSay(_ topic: String, meanwhile: (inout Self) -> Void = { _ in }) {
        room.perform(.topic(topic), by: "desk", as: Ticket(number: 1))
        keep()
        meanwhile(&self)
        room.finishStoringAct(nil)
        room.carryOutRecordedAct()
        keep()
    }

    private func topic(afterStartWith configured: String) -> String {
        var next = RoomState(settings: Self.settings(configured), seed: 2, now: Self.start.now)
        next.restore(kept, now: Self.start.now, wall: Self.start.wall)
        return next.info.topic
    }

    @Test mutating func whatStaffSaidBeforeDoesNotComeBack() {
        staffSay("staff's")
        #expect(topic(afterStartWith: "A") == "staff's")
        reload("B")
        reload("A")
        #expect(room.state.info.topic == "A")
        #expect(topic(afterStartWith: "A") == "A")
    }

    @Test mutating func evenWhereTheySaidTheSame() {
        staffSay("B")
        reload("B")
        reload("A")
        #expect(room.state.info.topic == "A")
        #expect(topic(afterStartWith: "A") == "A")
    }

    @Test mutating func whatStaffSayAfterwardsStands() {
        reload("B")
        staffSay("staff's")
        #expect(room.state.info.topic == "staff's")
        #expect(topic(afterStartWith: "B") == "staff's")
    }

    @Test mutating func anActThatIsBeingStoredIsToldLast() {
        staffSay("staff's") { $0.reload("B") }
        #expect(room.state.info.topic == "staff's")
        #expect(topic(afterStartWith: "B") == "staff's")
    }

    @Test mutating func noActThatIsBeingStoredIsLost() {
        room.perform(.lock, by: "desk", as: Ticket(number: 1))
        keep()
        reload("B")
        #expect(kept.isLocked, "What is on the disk already is not written over.")
        room.finishStoringAct(nil)
        room.carryOutRecordedAct()
        let isStored = keep()
        #expect(isStored && kept.isLocked)
    }

    /// It was told last, and is stored with the next try.
    @Test mutating func whatTheDiskDidNotTakeStandsAllTheSame() {
        staffSay("first")
        room.perform(.topic("second"), by: "desk", as: Ticket(number: 1))
        let before = kept
        keep()
        kept = before
        reload("B")
        room.finishStoringAct("no space")
        room.carryOutRecordedAct()
        #expect(room.state.info.topic == "second")
        let isStored = keep()
        #expect(isStored && kept.topic == "second")
        #expect(topic(afterStartWith: "B") == "second")
    }

    /// The same over restarts: what is known of staff's is gone with the first start that finds another topic.
    @Test func aStartWithAnotherTopicForgetsThatOfStaff() async {
        final class Disk: ModerationStore {
            let kept = Mutex<StoredModeration?>(nil)

            func keep(_ moderation: StoredModeration, done: @escaping @Sendable (String?) -> Void) {
                kept.withLock { $0 = moderation }
                done(nil)
            }
        }
        let disk = Disk()
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var topics: [String] = []
        for (configured, act) in [("A", "staff's"), ("A", nil), ("B", nil), ("A", nil)] {
            let server = RoomServer(on: loop, logger: silent)
            let room = await server.open(
                Self.settings(configured), moderation: KeptModeration(store: disk, past: disk.kept.withLock { $0 }))
            if let act { _ = try? await room.perform(.topic(act)) }
            topics.append(await room.facts.info.topic)
            await server.close()
        }
        #expect(topics == ["staff's", "staff's", "B", "A"])
    }
}
