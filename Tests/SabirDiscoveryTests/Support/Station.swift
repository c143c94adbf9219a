import Foundation
import Logging

@testable import SabirDiscovery

/// A client with an advertiser and a browser, as a node has them.
struct Station {
    let client: AvahiClient
    let advertiser: Advertiser
    let browser: Browser

    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init(interfaces: [String] = []) {
        let logger = Self.logger
        client = AvahiClient(logger: logger)
        advertiser = Advertiser(client: client, interfaces: interfaces, logger: logger)
        browser = Browser(client: client, logger: logger)
    }

    func open() async {
        await browser.start()
        await client.open()
    }

    func close() async {
        await advertiser.close()
        await browser.close()
        await client.close()
    }

    /// Runs `body` on an open station and closes it however `body` ends.
    static func with(_ body: (Station) async throws -> Void) async throws {
        let station = Station()
        await station.open()
        do { try await body(station) } catch {
            await station.close()
            throw error
        }
        await station.close()
    }

    static func advertisement(
        _ name: String = "Reception", id: String = UUID().uuidString, members: Int = 0
    ) -> Advertisement {
        Advertisement(name: name, port: 47275, record: RoomRecord(id: id, node: "n1", members: members))
    }

    func found(
        _ id: String, where isWanted: @escaping @Sendable (DiscoveredRoom) -> Bool = { _ in true }
    ) async throws -> DiscoveredRoom {
        let event = try await first(of: browser.events) { event in
            event.present.map { $0.id == id && isWanted($0) } ?? false
        }
        guard let room = event.present else { throw Missing(description: "\(event)") }
        return room
    }

    func established(_ id: String) async throws -> String {
        let event = try await first(of: advertiser.events) { $0.established?.id == id }
        return event.established?.name ?? ""
    }
}

extension Browser.Event {
    /// The room, where the event says that it is there.
    var present: DiscoveredRoom? {
        switch self {
        case .found(let room), .changed(let room): room
        case .lost, .unavailable, .available: nil
        }
    }

    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
}

extension Advertiser.Event {
    var established: (id: String, name: String)? {
        if case .established(let id, let name) = self { (id, name) } else { nil }
    }
}

extension AvahiSignal {
    var appeared: ServiceInstance? {
        if case .browser(_, .appeared(let instance)) = self { instance } else { nil }
    }

    var resolution: Resolution? {
        if case .resolver(_, .resolved(let resolution)) = self { resolution } else { nil }
    }
}
