import Foundation
import Logging
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirHistory
import SabirProtocol
import Testing

@testable import SabirNode
@testable import SabirSecurity

/// Lives of a node, one after another on the same folder, with real members and a real database.
@Suite(.timeLimit(.minutes(1))) struct HistoryNodeTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private final class Place: Sendable {
        let folder = NSTemporaryDirectory() + "sabir-node-\(UUID().uuidString)"
        private let id = UUID()
        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func configuration(_ change: (inout RoomConfiguration) -> Void = { _ in }) -> NodeConfiguration {
            var configuration = NodeConfiguration(
                on: ConfigurationEnvironment(hostName: "test", variables: ["HOME": folder], isRoot: false))
            configuration.node.stateDirectory = folder
            configuration.node.bind = ["127.0.0.1"]
            configuration.node.port = 0
            configuration.discovery.mdns = false
            configuration.translation.enabled = false
            configuration.share.enabled = false
            configuration.web.enabled = false
            var room = RoomConfiguration(name: "Reception")
            // A node holds its identity for as long as the value lives, which here is into the next life.
            room.id = id
            room.history = .disk
            change(&room)
            configuration.rooms = [room]
            return configuration
        }

        func begin(_ change: (inout RoomConfiguration) -> Void = { _ in }) async throws -> Node {
            try await Node.start(configuration(change), logger: silent)
        }
    }

    /// A guest, and what it is told.
    private struct Guest {
        let room: RemoteRoom
        private var events: RemoteRoom.Events.AsyncIterator

        init(_ name: String, at node: Node, device: String? = nil) async throws {
            let hello = Hello(room: nil, name: name, lang: LanguageTag("es")!, device: device ?? "device of \(name)")
            room = RemoteRoom(
                hello, by: FixedRoute(Destination(node.localAddress)),
                security: try GuestProtection.own(try #require(node.rooms[0].localInvite)),
                on: MultiThreadedEventLoopGroup.singleton.next(), logger: silent)
            events = room.events.makeAsyncIterator()
            await room.join()
        }

        mutating func next<Value>(_ read: (RoomEvent) -> Value?) async throws -> Value {
            while let event = await events.next() { if let value = read(event) { return value } }
            throw Ended()
        }

        mutating func welcome() async throws -> Welcome {
            try await next { if case .welcome(let welcome) = $0 { welcome } else { nil } }
        }

        mutating func says(_ text: String, id: MessageID = MessageID()) async throws -> Message {
            await room.say(Draft(id: id, text: text))
            return try await next { if case .message(let message, _) = $0, message.id == id { message } else { nil } }
        }

        mutating func lines(before: Int? = nil, limit: Int = 100) async throws -> HistoryPage {
            await room.askHistory(before: before, limit: limit)
            return try await next { if case .packet(.lines(let page)) = $0 { page } else { nil } }
        }

        struct Ended: Error {}
    }

    /// Between its lives the history is as a process leaves it that dies when the text is gone and nobody was told.
    @Test func whoShowsALineIsToldThatItWasTakenBackThoughTheNodeDiedInBetween() async throws {
        let place = Place()
        var node = try await place.begin { $0.newcomersSee = .max }
        var anna = try await Guest("anna", at: node)
        _ = try await anna.welcome()
        let line = try await anna.says("geheimnis")
        let room = node.hosted[0].settings.info
        await node.stop()

        let teller = MessageID()
        let store = HistoryStore(.init(path: place.folder + "/history.sqlite"), logger: Self.silent)
        let number = await store.open(room: room.id, name: room.name, epoch: "another").number
        _ = await withCheckedContinuation { done in
            store.retract(line.id, in: number, seq: line.seq, by: teller) { done.resume(returning: $0) }
        }
        await store.close()

        node = try await place.begin { $0.newcomersSee = .max }
        var boris = try await Guest("boris", at: node)
        _ = try await boris.welcome()
        // The suite's time limit bounds the asking.
        while await node.hosted[0].lines(after: 0).count < 2 { await Task.yield() }
        let told = try await boris.lines().messages
        #expect(told.map(\.isRetracted) == [true, false] && told.map(\.text).allSatisfy { !$0.contains("geheimnis") })
        #expect(told[1].retracts == line.id && told[1].id == teller && told[1].from == "anna" && told[1].seq == 2)
        // Whoever says it again is answered with that.
        anna = try await Guest("anna", at: node)
        _ = try await anna.welcome()
        await anna.room.say(Draft(id: teller, text: "", revision: .retracts(line.id)))
        let echo = try await anna.next { if case .message(let said, _) = $0, said.id == teller { said } else { nil } }
        #expect(echo.seq == 2)
        await node.stop()

        // And only once.
        node = try await place.begin { $0.newcomersSee = .max }
        boris = try await Guest("boris", at: node)
        #expect(try await boris.welcome().seq == 2)
        await node.stop()
    }

    @Test func translationsThatAnEarlierVersionKeptOnDiskAreDeletedAtTheStart() async throws {
        let place = Place()
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        let names = ["", "-wal", "-shm", ".damaged"].map { "translations.sqlite" + $0 }
        for name in names { try Data("febre".utf8).write(to: URL(filePath: place.folder + "/" + name)) }
        let node = try await place.begin()
        let left = try FileManager.default.contentsOfDirectory(atPath: place.folder)
        #expect(left.contains("history.sqlite") && !left.contains { $0.hasPrefix("translations") })
        await node.stop()
    }

    @Test func aMemberInTheNodesOwnProcessIsAnsweredWhenItsLineIsKept() async throws {
        let place = Place()
        let node = try await place.begin()
        let room = node.hosted[0]
        let hello = Hello(room: nil, name: "page", lang: LanguageTag("ca")!, device: "page-1")
        let entry = try await room.enter(hello, address: "10.0.0.7")
        let id = MessageID()
        let said = try await room.say(Draft(id: id, text: "hola"), from: entry.seat)
        #expect(said.seq == 1)
        #expect(try await room.say(Draft(id: id, text: "hola"), from: entry.seat) == said)
        #expect(await room.lines(after: 0) == [said])
        #expect(try await room.lines(HistoryRequest(limit: 5), for: entry.seat).messages == [said])
        await node.stop()

        let next = try await place.begin()
        var returning = hello
        returning.resume = Hello.Resume(epoch: entry.epoch, seq: 0)
        let back = try await next.hosted[0].enter(returning, address: "10.0.0.7")
        #expect(back.seat.member == entry.seat.member)
        #expect(back.epoch == entry.epoch)
        #expect(back.firstVisibleSeq == 1)
        #expect(try await next.hosted[0].say(Draft(id: id, text: "hola"), from: back.seat) == said)
        await next.stop()
    }
}
