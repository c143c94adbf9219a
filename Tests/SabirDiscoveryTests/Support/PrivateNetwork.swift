import Foundation

@testable import SabirDiscovery

/// Two machines on one wire, each with its own D-Bus and avahi-daemon: "alpha", to which the code under test talks,
/// and "beta", a stranger who announces a room called Reception.
///
/// libdbus reads the address of the system bus once in a process, so there is one network for all tests.
actor PrivateNetwork {
    static let strangerRoom = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

    /// Needs root for the namespaces, and the daemons.
    static let isPossible =
        geteuid() == 0
        && ["/usr/sbin/avahi-daemon", "/usr/bin/dbus-daemon", "/usr/sbin/ip", "/usr/bin/unshare"].allSatisfy(
            FileManager.default.isExecutableFile(atPath:))

    private static let started = Task { try await PrivateNetwork() }

    /// The network with alpha's bus and daemon running and beta's daemon away, whatever the test before left.
    static func ready() async throws -> PrivateNetwork {
        let network = try await started.value
        try await network.beta.order("no-daemon")
        try await network.order("no-daemon", "no-bus", "bus", "daemon")
        try await network.daemonIsRunning()
        return network
    }

    private let alpha: Machine
    private let beta: Machine

    private init() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-discovery-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.strangerService.write(to: folder.appending(path: "beta.service"), atomically: true, encoding: .utf8)
        // Before any client of this process is opened, and never changed afterwards.
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(folder.path)/alpha.bus", 1)
        alpha = try await Machine(folder: folder, name: "alpha")
        beta = try await Machine(folder: folder, name: "beta", wiredTo: alpha.pid)
        try await beta.order("bus")
    }

    private func daemonIsRunning() async throws {
        let client = AvahiClient(logger: Station.logger)
        let (_, signals) = await client.subscribe()
        await client.open()
        _ = try await first(of: signals) { if case .status(.running) = $0 { true } else { false } }
        await client.close()
    }

    /// Carried out one after another by the machine alpha (`bus`, `no-bus`, `daemon`, `no-daemon`).
    func order(_ orders: String...) async throws {
        for order in orders { try await alpha.order(order) }
    }

    /// Starts beta's daemon, which announces Reception.
    func strangerAppears() async throws {
        try await beta.order("daemon")
    }

    private static let strangerService = """
        <?xml version="1.0" standalone='no'?>
        <!DOCTYPE service-group SYSTEM "avahi-service.dtd">
        <service-group>
          <name>Reception</name>
          <service>
            <type>_sabir._tcp</type>
            <port>47275</port>
            <txt-record>txtvers=1</txt-record>
            <txt-record>proto=1</txt-record>
            <txt-record>id=\(strangerRoom)</txt-record>
            <txt-record>node=beta</txt-record>
            <txt-record>auth=password</txt-record>
            <txt-record>n=4</txt-record>
            <txt-record>n=5</txt-record>
            <txt-record>later=unknown</txt-record>
          </service>
        </service-group>
        """
}
