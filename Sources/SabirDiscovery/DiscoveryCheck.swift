import Logging
import SabirCore
import SabirProtocol

/// The checks of discovery for `sabir doctor`. Every step has a time limit, and nothing stays announced.
package struct DiscoveryCheck: Sendable {
    /// A type of its own, so that the check's record appears on nobody's list of rooms.
    static let serviceType = "_sabir-check._tcp"
    static let bound: Duration = .seconds(5)

    private let logger: Logger
    private let isMulticastDropped: Bool
    var remedies = Remedies.ofThisMachine()

    /// - Parameter isMulticastDropped: whether a firewall of this machine is known to drop multicast DNS.
    package init(logger: Logger = Logger(label: "sabir.discovery"), isMulticastDropped: Bool = false) {
        (self.logger, self.isMulticastDropped) = (logger, isMulticastDropped)
    }

    /// Checks D-Bus, Avahi, a round trip of a record, and the interfaces, in this order, and reports each result as
    /// soon as it is known. Skips what cannot work because of an earlier finding. Takes about 10 s at most.
    package func run(_ tell: ([Finding]) -> Void) async {
        let (daemon, isRunning) = await checkDaemon()
        tell(daemon)
        let present = NetworkInterface.all()
        if isRunning { tell([echo(isSeen: await echoes(), over: present)]) }
        tell(interfaces(present))
    }

    private func checkDaemon() async -> ([Finding], isRunning: Bool) {
        let (results, result) = AsyncStream<AvahiClient.Probe>.makeStream(bufferingPolicy: .bufferingOldest(1))
        // Runs as a task of its own, because a hung daemon holds the call longer than the check should take.
        Task { [logger] in result.yield(await AvahiClient(logger: logger).probe()) }
        let probe = await within(Self.bound) { await results.first { _ in true } } ?? nil
        return judge(probe)
    }

    func judge(_ probe: AvahiClient.Probe?) -> ([Finding], isRunning: Bool) {
        let bus = fine("D-Bus", "The system bus can be reached.")
        switch probe {
        case .noBus:
            return ([wrong("D-Bus", "The system bus cannot be reached; Avahi needs it.", remedies.bus)], false)
        case .noDaemon:
            return ([bus, wrong("Avahi", "avahi-daemon is not running.", remedies.daemon)], false)
        case .running(let version):
            return ([bus, fine("Avahi", "avahi-daemon is running (\(version)).")], true)
        case .failed(let reason):
            return ([bus, wrong("Avahi", "avahi-daemon cannot be used. \(reason)", remedies.restart)], false)
        case nil:
            return ([wrong("Avahi", "avahi-daemon does not answer within 5 s.", remedies.restart)], false)
        }
    }

    func echo(isSeen: Bool, over present: [NetworkInterface]) -> Finding {
        guard !isSeen else { return fine("Discovery", "A record announced here is seen here.") }
        let silence: RedactableText = "A record announced here was not seen here within 5 s"
        guard present.contains(where: \.carriesDiscovery) else {
            return wrong("Discovery", silence + ": there is no interface for it.", nil)
        }
        guard isMulticastDropped else {
            return wrong("Discovery", silence + ".", remedies.restart)
        }
        return wrong(
            "Discovery", silence + ": this computer's firewall drops UDP port 5353.",
            "the rule for UDP port 5353 that is named under firewall")
    }

    private func echoes() async -> Bool {
        let client = AvahiClient(logger: logger)
        let advertiser = Advertiser(client: client, type: Self.serviceType, logger: logger)
        let browser = Browser(client: client, type: Self.serviceType, logger: logger)
        let record = RoomRecord(id: MessageID().description, node: "doctor")
        await browser.start()
        await advertiser.announce(Advertisement(name: "check \(record.id.prefix(8))", port: 9, record: record))
        await client.open()
        let isSeen = await within(Self.bound) { await browser.sees(record.id) } ?? false
        await advertiser.close()
        await browser.close()
        await client.close()
        return isSeen
    }

    func interfaces(_ interfaces: [NetworkInterface]) -> [Finding] {
        let others = interfaces.filter { !$0.isLoopback }
        guard others.contains(where: \.carriesDiscovery) else {
            return others.map(finding) + [
                wrong(
                    "Network", "No interface is up that carries multicast.",
                    others.first { !$0.isUp && $0.isMulticast }.map { "ip link set \($0.name) up" })
            ]
        }
        return others.map(finding)
    }

    private func finding(_ interface: NetworkInterface) -> Finding {
        let name = interface.name
        guard interface.isUp else {
            return Finding("Network", of: name, .ok, "\(name) is down and not used.")
        }
        guard interface.isMulticast else {
            return Finding(
                "Network", of: name, .wrong, "\(name) is up without multicast.",
                remedy: "ip link set \(name) multicast on")
        }
        return Finding("Network", of: name, .ok, "\(name) is up and carries multicast.")
    }

    private func fine(_ area: String, _ sentence: RedactableText) -> Finding { Finding(area, .ok, sentence) }

    private func wrong(_ area: String, _ sentence: RedactableText, _ mend: String?) -> Finding {
        Finding(area, .wrong, sentence, remedy: mend.map { "\(ours: $0)" })
    }
}

extension Browser {
    fileprivate func sees(_ id: String) async -> Bool {
        await events.contains { event in
            if case .found(let room) = event { room.id == id } else { false }
        }
    }
}
