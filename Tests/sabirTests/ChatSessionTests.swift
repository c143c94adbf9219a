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

        func endsInput() { typing.send(.end) }

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

    private func said(_ text: String, id: MessageID = MessageID()) -> KeptDraft {
        KeptDraft(Draft(text: text), id: id, lang: "es", said: Int(Date().timeIntervalSince1970 * 1_000))
    }

    private func host() async throws -> (server: RoomServer, room: HostedRoom, port: Int) {
        let server = RoomServer(on: MultiThreadedEventLoopGroup.singleton.next(), logger: quiet)
        let settings = RoomSettings(info: RoomInfo(id: "9e107d9d-0000-4000-8000-000000000001", name: "Ward"))
        let room = await server.open(settings, translation: nil)
        let address = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first)
        return (server, room, try #require(address.port))
    }

    @Test func whatIsTypedIsSaidOnceAndAnsweredByItsEcho() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        run.types(#"{"message":"hola"}"#)
        let sending = try await run.next("sending")
        let message = try await run.next("message")
        #expect(sending["kept"] as? Bool == true && sending["again"] as? Bool == false)
        #expect(message["own"] as? Bool == true && message["message"] as? String == "hola")
        #expect(message["id"] as? String == sending["id"] as? String)
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil)
        #expect(await host.room.lines(after: 0).map(\.text) == ["hola"])
        #expect(await waiting().isEmpty)
        await host.server.close()
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

    @Test func itLeavesWhenTheRoomHasWhatWasSaid() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        for text in ["uno", "dos", "tres"] { run.types(#"{"message":"\#(text)"}"#) }
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil)
        #expect(await host.room.lines(after: 0).map(\.text) == ["uno", "dos", "tres"])
        #expect(await waiting().isEmpty)
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

    @Test func whatAnEarlierRunLeftIsSaidAheadOfWhatIsTyped() async throws {
        let id = MessageID()
        do { _ = await outbox().keep(said("de antes", id: id)) }
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        run.types(#"{"message":"de ahora"}"#)
        let again = try await run.next("sending")
        #expect(again["again"] as? Bool == true && again["id"] as? String == id.description)
        for text in ["de antes", "de ahora"] { #expect(try await run.next("message")["message"] as? String == text) }
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil)
        #expect(await waiting().isEmpty)
        await host.server.close()
    }

    @Test func whatWasWrittenForAnotherRoomIsNotSaidInThisOne() async throws {
        do {
            let before = await outbox()
            _ = before.setRoom("11111111-0000-4000-8000-000000000001", as: before.device.secret(for: nil))
            _ = before.keep(said("para otros"))
        }
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        let refused = try await run.next("refused")
        #expect(refused["message"] as? String == "para otros" && refused["code"] as? String == "other-room")
        run.types(#"{"message":"para estos"}"#)
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil)
        #expect(await host.room.lines(after: 0).map(\.text) == ["para estos"])
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

    @Test func whatWasPipedInIsSaidInOrderOnceTheRoomIsOpen() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port, isTyped: true)
        for text in ["uno", "dos", "tres"] { run.types(text) }
        run.endsInput()
        #expect(await run.ends() == nil)
        #expect(await host.room.lines(after: 0).map(\.text) == ["uno", "dos", "tres"])
        #expect(await waiting().isEmpty)
        await host.server.close()
    }

    @Test func whySomebodyIsSentOutIsTheEndOfTheChat() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        _ = try await run.next("welcome")
        let member = try #require(await host.room.everybody.first?.id)
        try await host.room.perform(.remove(member))
        #expect(try await run.next("error")["code"] as? String == "removed")
        #expect(await run.ends()?.code == .removed)
        await host.server.close()
    }

    @Test func whatIsNoCommandIsToldAndTheChatGoesOn() async throws {
        let host = try await host()
        let run = try Run(await outbox(), at: host.port)
        _ = try await run.next("welcome")
        run.types("hola")
        #expect(try await run.next("error")["code"] as? String == ErrorCode.badJSON.rawValue)
        run.types(#"{"unclear":"\#(MessageID())"}"#)
        #expect(try await run.next("error")["code"] is String, "The host knows no such message.")
        run.types(#"{"message":"hola"}"#)
        #expect(try await run.next("message")["message"] as? String == "hola")
        run.types(#"{"quit":true}"#)
        #expect(await run.ends() == nil)
        await host.server.close()
    }
}
