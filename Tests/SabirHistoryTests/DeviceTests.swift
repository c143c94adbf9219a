import Foundation
import SabirProtocol
import Testing

@testable import SabirHistory

/// What is kept of devices: who may see what from when.
struct DeviceTests {
    let folder = Folder()

    private func keep(_ store: HistoryStore, _ name: String, from first: Int, in room: RoomNumber) {
        let (author, member) = (store.author(ofDevice: name), MemberID(rawValue: "m-\(name)"))
        store.keep(DeviceRecord(author: author, member: member, first: first), in: room)
    }

    private func kept(_ clock: Clock = Clock(), room: String = "r1") async -> [String: Int] {
        let store = openStore(folder, clock)
        let devices = await store.open(room: room, name: room, epoch: "x").past.devices
        await store.close()
        return Dictionary(uniqueKeysWithValues: devices.map { ($0.member.rawValue, $0.first) })
    }

    @Test func aDeviceIsKnownAgainByTheTimeTheNextLineIs() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        keep(store, "anna", from: 7, in: talk.room.number)
        keep(store, "boris", from: 8, in: talk.room.number)
        keep(store, "anna", from: 3, in: talk.room.number)
        await talk.say("hello")
        // Nothing is closed: as after kill -9, seen from another connection.
        let inspection = try HistoryInspection(path: folder.history)
        let number = talk.room.number
        let devices = try await inspection.read { try await $0.devices(number) }
        #expect(Set(devices.map(\.first)) == [3, 8])
        #expect(devices.first { $0.first == 3 }?.author == store.author(ofDevice: "anna"))
        inspection.close()
        await store.close()
        #expect(await kept() == ["m-anna": 3, "m-boris": 8])
        #expect(await kept(room: "r2").isEmpty)
    }

    @Test func aFileOfTheFirstReleaseIsOpened() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await talk.say("hello")
        await store.close()
        try execute(
            "DROP TABLE device; DELETE FROM grdb_migrations WHERE identifier = 'devices'", in: folder.history)
        let second = openStore(folder)
        let room = await second.open(room: "r1", name: "r1", epoch: "x")
        #expect(room.past.newest == 1)
        #expect(room.past.epoch == "first")
        #expect(room.past.devices.isEmpty)
        keep(second, "anna", from: 2, in: room.number)
        await second.close()
        #expect(await kept() == ["m-anna": 2])
    }

    @Test func devicesAreBoundedInAgeAndNumber() async throws {
        let clock = Clock()
        let store = openStore(folder, clock)
        let talk = await Talk(store, "r1", clock)
        let number = talk.room.number
        keep(store, "anna", from: 1, in: number)
        await talk.say("hello")
        clock.pass(seconds: 89 * 86_400)
        keep(store, "boris", from: 2, in: talk.room.number)
        await talk.say("again")
        await store.maintain()
        #expect(await store.ask { try await $0.devices(number) }?.count == 2)
        clock.pass(seconds: 86_401)
        await store.maintain()
        #expect(await store.ask { try await $0.devices(number) }?.map(\.member.rawValue) == ["m-boris"])
        let many = (0..<HistoryDatabase.mostDevices).map { other in
            HistoryNote.device(
                DeviceRecord(
                    author: AuthorID(value: Int64(other + 10)), member: MemberID(rawValue: "m\(other)"), first: 1),
                seen: clock.now.wall + 1, in: talk.room.number)
        }
        await withCheckedContinuation { done in store.append([], notes: many) { _ in done.resume() } }
        await store.maintain()
        let left = await store.ask { try await $0.devices(number) } ?? []
        #expect(left.count == HistoryDatabase.mostDevices)
        #expect(!left.contains { $0.member.rawValue == "m-boris" })
        await store.close()
    }

    @Test(arguments: ["room", "person", "member", "span", "since"])
    func anErasureTakesTheDevicesThatItMeans(what: String) async throws {
        let clock = Clock()
        let store = openStore(folder, clock)
        let talk = await Talk(store, "r1", clock)
        let other = await Talk(store, "r2", clock)
        for name in ["anna", "boris"] { keep(store, name, from: 1, in: talk.room.number) }
        keep(store, "anna", from: 1, in: other.room.number)
        _ = await store.append(talk.line("hello", from: "Anna Rossi", device: "anna"))
        _ = await other.say("hello")
        let now = clock.now.wall
        let filter =
            switch what {
            case "room": HistoryFilter(room: "r1", span: 0...now)
            case "person": HistoryFilter(room: "r1", person: "anna rossi", span: 0...now)
            case "member": HistoryFilter(person: "m-boris")
            case "span": HistoryFilter(room: "r1", span: 0...now - 1)
            default: HistoryFilter(room: "r1", span: now - 1...now)
            }
        _ = try await store.erase(filter)
        await store.close()
        let left: [String: Int] =
            switch what {
            case "room": [:]
            case "person": ["m-boris": 1]
            case "member": ["m-anna": 1]
            default: ["m-anna": 1, "m-boris": 1]
            }
        #expect(await kept(clock) == left)
        #expect(await kept(clock, room: "r2") == ["m-anna": 1])
    }

    @Test func whatTheDiskDidNotTakeIsWrittenWhenItDoes() async throws {
        let store = openStore(folder)
        let talk = await Talk(store)
        await store.reportOverdue()
        keep(store, "anna", from: 5, in: talk.room.number)
        #expect(await talk.say("in memory") == .inMemory)
        await store.maintain()
        #expect(await store.state == .fine)
        await store.close()
        #expect(await kept() == ["m-anna": 5])
    }
}
