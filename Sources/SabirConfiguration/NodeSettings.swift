import Logging

/// `[node]`: this host and how it is reached.
package struct NodeSettings: Sendable, Equatable {
    package static let defaultPort = 47_275

    /// What people see of this host, 1 to 63 bytes; the machine's host name where none is given.
    package var name: String
    /// Numeric addresses that are listened on, 1 to 16. `::` takes IPv4 as well as IPv6.
    package var bind: [String] = ["::"]
    /// 0 takes any free port.
    package var port: Int = NodeSettings.defaultPort
    /// Whether this node talks without TLS, both as host and as guest; then it never talks with it.
    package var plaintext = false
    /// An absolute path; the folder need not exist yet.
    package var stateDirectory: String
    /// An absolute path to what the program reads beside itself (the folder `share`); nil where it is to be found.
    package var dataDirectory: String?
    package var logLevel = Logger.Level.info
    /// Whether what people write may stand in the log, at the level `debug`.
    package var logMessages = false

    init(on environment: ConfigurationEnvironment) {
        name = environment.displayName
        stateDirectory = environment.stateDirectory
    }
}

extension NodeSettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("name", \.name, .name),
            .list("bind", \.bind, .address, count: 1...16, single: true),
            .value("port", \.port, .whole(0...65_535)),
            .value("plaintext", \.plaintext, .flag),
            .value("state_directory", \.stateDirectory, .path),
            .optional("data_directory", \.dataDirectory, .path),
            .value("log_level", \.logLevel, .word),
            .value("log_messages", \.logMessages, .flag),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        stateDirectory = reader.environment.expandingHome(stateDirectory)
        dataDirectory = dataDirectory.map(reader.environment.expandingHome)
        if Set(bind).count < bind.count { reader.report("an address stands there twice", at: path / "bind") }
    }
}
