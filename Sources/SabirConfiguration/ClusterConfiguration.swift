import SabirCluster

/// `[cluster]`: the NATS servers that keep the logs of rooms with `log = "nats"`.
package struct ClusterConfiguration: Sendable, Equatable {
    /// What the table's keys come to. It is encrypted if any address is, because the client library chooses which
    /// server it connects to.
    package var settings = ClusterSettings(servers: [])
    /// An absolute path.
    var credentialsFile: String?
    var tls = false
    /// The servers' monitoring port, which `doctor` asks; 0 asks nobody.
    package var monitoringPort = 8_222
    var user: String?
    var passwordFile: String?
    var tokenFile: String?
}

extension ClusterConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .list("nats", \.settings.servers, .natsServer, count: 1...32, single: true),
            .optional("credentials_file", \.credentialsFile, .path),
            .optional("user", \.user, .secret),
            .optional("password_file", \.passwordFile, .path),
            .optional("token_file", \.tokenFile, .path),
            .optional("ca", \.settings.authorityFile, .path),
            .value("tls", \.tls, .flag),
            .value("replicas", \.settings.replicas, .whole(1...5)),
            .value("prefix", \.settings.prefix, .clusterPrefix),
            .value("monitoring_port", \.monitoringPort, .whole(0...65_535)),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        credentialsFile = credentialsFile.map(reader.environment.expandingHome)
        settings.authorityFile = settings.authorityFile.map(reader.environment.expandingHome)
        settings.usesTLS = tls || settings.servers.contains { $0.hasPrefix("tls://") }
        checkLogin(at: path, in: &reader)
        guard !settings.replicas.isMultiple(of: 2) else {
            return reader.report(
                "\(settings.replicas) cannot stand here; allowed: 1, 3 or 5, so that a majority is clear",
                at: path / "replicas")
        }
    }
}

extension ValueRule where Value == String {
    /// An address without user and password, which belong into the credentials file.
    fileprivate static var natsServer: ValueRule {
        matching("a server's address, such as \"nats://10.0.0.5:4222\" or \"tls://nats.example.org:4222\"") { text in
            (text.hasPrefix("nats://") || text.hasPrefix("tls://")) && text.isVisibleASCII(1...255)
                && !text.contains("@")
        }.doubting { NumericAddress.doubt(inURL: $0) }
    }

    fileprivate static var clusterPrefix: ValueRule {
        matching("1 to 32 letters, digits, \"-\" and \"_\"") { $0.isWord(1...32, besides: "-_") }
    }
}
