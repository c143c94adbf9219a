import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirClient
import SabirProtocol
import SabirRoom
import Testing

@testable import SabirNode
@testable import SabirTerminal
@testable import sabir

private let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// Where a person's lines come from and go to, without a terminal.
private struct Paper: LineConsole {
    let events: LineEvents
    let tell: @Sendable (String) -> Void
    let columns = Int.max

    func print(_ lines: [String]) { for line in lines { tell(line) } }
    func setPrompt(_ prompt: String) {}
    func setSecret(_ isSecret: Bool) {}
    func close() {}
}

/// A chat as a program has it, between what it types and a room behind a port of the loopback interface.
@Suite(.timeLimit(.minutes(2))) final class ChatSessionTests {
    private let directory = NSTemporaryDirectory() + "sabir-chat-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// One run of the chat.
    private final class Run {
        private let typing: LineEventSink
        private var told: AsyncStream<String>.Iterator
        private let result: Task<WireFault?, Never>

        /// - Parameter isTyped: whether a person writes the lines, and not a program.
        init(
            _ outbox: sending StoredOutbox, at port: Int, isTyped: Bool = false, isStaff: Bool = false
        ) throws {
            let (lines, typing) = LineEventSink.make(wake: try WakeEvent())
            let (told, tell) = AsyncStream.makeStream(of: String.self)
            let room = RemoteRoom(
                Hello(room: nil, name: outbox.name, lang: "es"), as: outbox.device,
                by: FixedRoute(Destination(NodeAddress(host: "127.0.0.1", port: port))),
                on: MultiThreadedEventLoopGroup.singleton.next(), logger: quiet)
            let wording = ReaderWording(warnings: .english, interface: .none)
            let name = outbox.name
            let view: any ChatView =
                isTyped
                ? TerminalView(
                    console: Paper(events: lines) { tell.yield($0) }, painter: .plain, wording: wording, lang: "es")
                : JSONView(wording: wording, lang: "es") { tell.yield($0) }
            let session = ChatSession(
                room: room, outbox: outbox, translationService: nil, mayAskHost: false, wording: wording,
                view: view, name: name, lang: "es", isStaff: isStaff)
            self.typing = typing
            self.told = told.makeAsyncIterator()
            result = Task { await session.run(lines) }
        }

        func types(_ line: String) { typing.send(.line(line)) }

        /// The next event of this kind; the suite's time limit bounds the wait.
        func next(_ event: String) async throws -> [String: Any] {
            while let line = await told.next() {
                let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                if let fields, fields["event"] as? String == event { return fields }
            }
            throw WireFault(.badPacket, "The chat ended without \(event).")
        }

        /// Why it ended; nil where it was left.
        func ends() async -> WireFault? { await result.value }
    }

    private func outbox() async -> sending StoredOutbox {
        await OutboxDirectory(stateDirectory: directory).outbox(for: .init(name: "anna", way: "ward"))
    }

    /// What waits for the next run.
    private func waiting() async -> [String] { await outbox().journal.waiting.map(\.text) }

    private func host() async throws -> (server: RoomServer, room: HostedRoom, port: Int) {
        let server = RoomServer(on: MultiThreadedEventLoopGroup.singleton.next(), logger: quiet)
        let settings = RoomSettings(info: RoomInfo(id: "9e107d9d-0000-4000-8000-000000000001", name: "Ward"))
        let room = await server.open(settings, translation: nil)
        let address = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first)
        return (server, room, try #require(address.port))
    }

    @Test func whoseStaffKeyTheHostDoesNotKnowIsToldSoAtOnce() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port, isStaff: true)
        let told = try await run.next("error")
        #expect(told["code"] as? String == "forbidden" && told["fatal"] as? Bool == false)
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil, "As a guest it is in.")
        await host.server.close()
    }

    @Test func whatTheHostRefusesIsNotSaidAgain() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        _ = try await run.next("welcome")
        let (id, nobodys) = (MessageID(), MessageID())
        run.types(#"{"retracts":"\#(nobodys)","id":"\#(id)"}"#)
        let refused = try await run.next("refused")
        #expect(refused["id"] as? String == id.description && refused["code"] is String)
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil, "Nothing is waited for.")
        #expect(await waiting().isEmpty)
        await host.server.close()
    }

    /// What waits is kept for the next run, as it was told; a program that goes by the status knows that it did not arrive.
    @Test func leavingWithoutHavingSaidItIsNoSuccess() {
        #expect(WireFault.leaving(unsent: 0, hasEntered: true) == nil)
        let undelivered = WireFault.leaving(unsent: 2, hasEntered: true)
        #expect(undelivered?.code.rawValue == "undelivered" && undelivered?.fatal == true)
        #expect(WireFault.leaving(unsent: 2, hasEntered: false)?.code == .undelivered)
        #expect(WireFault.leaving(unsent: 0, hasEntered: false)?.code == .unreachable)
    }

    /// The host takes the connection, and says nothing.
    @Test func askedTwiceItLeavesAtOnceAndKeepsWhatNobodyHasAnswered() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let run = try Run(await outbox(), at: try #require(silent.localAddress?.port))
        run.types(#"{"message":"hola"}"#)
        for _ in 1...2 { run.types(#"{"quit":true}"#) }
        #expect(await run.ends() == nil)
        // Until all of the run is gone its place is taken, and the next run is given another.
        while await waiting() != ["hola"] { await Task.yield() }
        try await silent.close()
    }

    /// It could be the password of a room of which nothing is known.
    @Test func whatAPersonTypesBeforeTheRoomIsKnownIsKeptNowhere() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let run = try Run(await outbox(), at: try #require(silent.localAddress?.port), isTyped: true)
        run.types("tres ametlles")
        for _ in 1...2 { run.types("/quit") }
        #expect(await run.ends() == nil)
        #expect(await waiting().isEmpty)
        try await silent.close()
    }
}
