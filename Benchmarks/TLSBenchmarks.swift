import Glibc
import SabirSecurity

/// What TLS costs, measured against the same node without it: `sabir-bench tls .build/release/sabir`. Node and members
/// are two processes; the figures are of both together, on this machine's cores.
struct TLSBenchmarks {
    private static let rounds = 5
    private static let members = (talking: 100, returning: 1_000)
    private static let messages = 3_200

    let program: String

    func run() async throws {
        Self.raiseDescriptorLimit()
        let tls = try GuestTLS()
        var ratios: [Double] = []
        for round in 1...Self.rounds {
            let plain = try await deliveries(["--plaintext"], nil)
            let secure = try await deliveries([], tls)
            ratios.append(secure / plain)
            print("round \(round): \(Int(plain)) deliveries a second without TLS, \(Int(secure)) with")
        }
        print("fan-out to \(Self.members.talking) members with TLS / without: \(Self.spread(ratios)) (wanted: 0.35)")
        try await returning("without TLS", ["--plaintext"], nil)
        try await returning("with TLS", [], tls)
    }

    private func deliveries(_ flags: [String], _ tls: GuestTLS?) async throws -> Double {
        let node = try ServedNode(program, flags)
        defer { node.stop() }
        let members = try await LoadMembers(Self.members.talking, at: node.port, tls: tls)
        try await members.send(Self.messages / 4, window: 64)
        let began = ContinuousClock.now
        try await members.send(Self.messages, window: 64)
        let deliveries = Double(Self.messages * Self.members.talking) / Self.seconds(since: began)
        await members.drop()
        return deliveries
    }

    /// A thousand join, are idle, are dropped, and come back, each with a full handshake.
    private func returning(_ how: String, _ flags: [String], _ tls: GuestTLS?) async throws {
        let node = try ServedNode(program, flags)
        defer { node.stop() }
        let empty = node.memory
        var members = try await LoadMembers(Self.members.returning, at: node.port, tls: tls)
        let idle = Double(node.memory - empty) / Double(Self.members.returning) / 1_024
        var times: [Double] = []
        for _ in 1...Self.rounds {
            await members.drop()
            let began = ContinuousClock.now
            members = try await LoadMembers(Self.members.returning, at: node.port, tls: tls)
            times.append(Self.seconds(since: began))
        }
        await members.drop()
        print("\(how): \(Self.members.returning) members back in \(Self.spread(times)) s (wanted: 3)")
        print("\(how): \(Self.rounded(idle)) KiB an idle member (wanted: 32)")
    }

    private static func seconds(since began: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - began) / .seconds(1)
    }

    /// The median, and in brackets the smallest and the largest.
    private static func spread(_ values: [Double]) -> String {
        let sorted = values.sorted()
        return "\(rounded(sorted[sorted.count / 2])) (\(rounded(sorted[0]))–\(rounded(sorted[sorted.count - 1])))"
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
