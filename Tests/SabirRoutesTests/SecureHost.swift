import Foundation
import Logging
import NIOCore
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirRoom
import SabirSecurity
import SabirProtocol
import Testing

@testable import SabirNode

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A room behind a real port of the loopback interface, over TLS or not.
struct SecureHost {
    static let room = RoomInfo(id: "8f14e45f-ceea-467f-9575-11b1a2b2c3d4", name: "Reception")

    let server: RoomServer
    let hosted: HostedRoom
    let certificate: NodeCertificate?
    let port: Int

    var address: NodeAddress { NodeAddress(host: "127.0.0.1", port: port) }

    static func open(
        _ certificate: NodeCertificate?, grant: Grant? = nil, limits: ConnectionLimits = ConnectionLimits(),
        passwordVerification: (any PasswordVerification)? = nil, patienceWithHello: TimeAmount = .minutes(1)
    ) async throws -> SecureHost {
        var limits = limits
        // A guest of this process may wait for its turn for longer than one may be silent.
        limits.patienceWithHello = patienceWithHello
        let server = RoomServer(
            on: MultiThreadedEventLoopGroup.singleton.next(), limits: limits,
            entrance: try HostEntranceGuard(certificate, logger: quiet), logger: quiet)
        var settings = RoomSettings(info: room)
        settings.grant = grant
        let hosted = await server.open(settings, passwordVerification: passwordVerification)
        let bound = try #require(try await server.listen(on: ["127.0.0.1"], port: 0).first?.port)
        return SecureHost(server: server, hosted: hosted, certificate: certificate, port: bound)
    }

    func invite(by certificate: NodeCertificate) throws -> Invite {
        try #require(
            Invite(host: "127.0.0.1", port: port, room: Self.room.id, fingerprint: certificate.fingerprint))
    }
}

/// A guest as `sabir join` makes it, with its own folder for what it knows.
struct SecureGuest {
    static let secret = "the-device-of-anna"
    /// What its hello says of it.
    static let words = [secret, "Anna", "\"es\""]

    let room: RemoteRoom
    private let events: AsyncStream<RoomEvent>

    init(
        _ target: JoinTarget, in folder: String, by route: (any RoomRoute)? = nil, tls: Bool = true,
        password: (any GuestPassword)? = nil
    ) throws {
        let security =
            tls ? try GuestProtection.pinned(target.way, stateDirectory: folder, logger: quiet) { _ in } : nil
        let hello = Hello(room: nil, name: "Anna", lang: LanguageTag("es")!, device: Self.secret)
        let room = RemoteRoom(
            hello, by: route ?? target.route(logger: quiet), security: security,
            password: password, on: MultiThreadedEventLoopGroup.singleton.next(), logger: quiet)
        self.room = room
        events = AsyncStream { continuation in
            Task {
                for await event in room.events { continuation.yield(event) }
                continuation.finish()
            }
        }
    }

    /// Joins; the welcome, or why there was none.
    func joins() async -> Result<Welcome, WireFault> {
        await room.join()
        for await event in events {
            switch event {
            case .welcome(let welcome): return .success(welcome)
            case .ended(let fault): return .failure(fault ?? WireFault(.unreachable, "left"))
            default: break
            }
        }
        return .failure(WireFault(.unreachable, "no event"))
    }

    /// Says something; its echo.
    func says(_ text: String) async -> Message? {
        await room.say(Draft(text: text))
        for await event in events {
            if case .message(let message, own: true) = event { return message }
        }
        return nil
    }

    /// Waits until the host is gone; why.
    func losesTheHost() async -> String? {
        for await event in events {
            if case .reconnecting(let reason) = event { return reason.english }
        }
        return nil
    }

    func leaves() async {
        await room.leave()
        for await _ in events {}
    }
}

/// A folder for one person's pins, gone with the test.
final class PinFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "sabir-guest-\(UUID())").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Waits until this room's host is kept: that happens beside the chat.
    func keeps(_ room: RoomInfo = SecureHost.room) async throws -> Pin {
        while true {
            if let pin = try PinStore(folder: path).read()[room: room.id] { return pin }
            await Task.yield()
        }
    }

    func knows(_ certificate: NodeCertificate, at address: NodeAddress? = nil) async throws {
        let pin = Pin(
            room: SecureHost.room.id, name: SecureHost.room.name, certificate: certificate.fingerprint,
            address: address?.description, since: 1)
        try await PinStore(folder: path).update { $0.keep(pin) }
    }
}
