import Logging

/// `[node]`: this host and how it is reached.
package struct NodeSettings: Sendable, Equatable {
    package static let defaultPort = 47_275

    /// The name people see for this host, 1 to 63 bytes; the machine's host name by default.
    package var name: String
    /// Numeric addresses to listen on, 1 to 16. `::` includes IPv4.
    package var bind: [String] = ["::"]
    /// The port for rooms; 0 takes any free one.
    package var port: Int = NodeSettings.defaultPort
    /// Whether this node, as host and as guest, talks without TLS. If set, it never uses TLS.
    package var plaintext = false
    /// An absolute path; the folder may not exist yet.
    package var stateDirectory: String
    /// An absolute path to the program's data (the folder `share`); nil to search for it.
    package var dataDirectory: String?
    package var logLevel = Logger.Level.info
    /// Whether messages may appear in the log, at level `debug`.
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
