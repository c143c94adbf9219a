import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import SabirWeb

/// A sharing server on loopback with an engine that is none, for the length of a test.
struct SharingScene: Sendable {
    let port: Int
    var host = "127.0.0.1"

    struct Answer: Sendable {
        let status: Int
        let head: String
        let body: String

        /// The body, where it is a JSON object.
        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
        }
        var error: String? { object["error"] as? String }
    }

    static func with(
        _ engine: any SharedEngine = StagedEngine(),
        settings change: (inout SharingSettings) -> Void = { _ in },
        _ test: (SharingScene) async throws -> Void
    ) async throws {
        var settings = SharingSettings(addresses: ["127.0.0.1"], port: 0)
        change(&settings)
        let server = SharingServer(settings: settings, engine: engine, logger: silent)
        let scene = SharingScene(port: try await server.start())
        do {
            try await test(scene)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    static let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    func post(_ path: String, _ body: String, type: String = "application/x-www-form-urlencoded") async throws -> Answer
    {
        try await send("POST \(path) HTTP/1.1\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)", body)
    }

    func json(_ body: String, _ path: String = "/translate") async throws -> Answer {
        try await post(path, body, type: "application/json")
    }

    func get(_ path: String, method: String = "GET") async throws -> Answer {
        try await send("\(method) \(path) HTTP/1.1", "")
    }

    /// Sends it over a connection of its own and reads until the server closes.
    func send(_ head: String, _ body: String) async throws -> Answer {
        let connection = try await connect()
        let text = try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "\(head)\r\nHost: h\r\nConnection: close\r\n\r\n\(body)"))
            var text = ""
            for try await part in inbound { text += String(buffer: part) }
            return text
        }
        let sides = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let status = try #require(sides[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }, "\(text)")
        return Answer(status: status, head: sides[0].lowercased(), body: sides.count > 1 ? String(sides[1]) : "")
    }

    func connect() async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }
}
