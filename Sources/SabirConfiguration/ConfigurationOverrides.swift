import SabirSecurity

/// The command line's flags that overrule the configuration; nil, empty or false for flags not given.
package struct ConfigurationOverrides: Sendable, Equatable {
    /// The `--room` flags, in order. Any at all replace the rooms of the file.
    package var rooms: [String] = []
    /// The password of the only room, from `--password-file`.
    package var password: RoomPassword?
    package var port: Int?
    package var bind: [String] = []
    package var noMDNS = false
    package var noTranslate = false
    package var unlimited = false
    package var plaintext = false
    package var noWeb = false
    package var webPort: Int?

    package init(
        rooms: [String] = [], password: RoomPassword? = nil, port: Int? = nil, bind: [String] = [],
        noMDNS: Bool = false, noTranslate: Bool = false, unlimited: Bool = false, plaintext: Bool = false,
        noWeb: Bool = false, webPort: Int? = nil
    ) {
        (self.rooms, self.password, self.port, self.bind) = (rooms, password, port, bind)
        (self.noMDNS, self.noTranslate, self.unlimited) = (noMDNS, noTranslate, unlimited)
        (self.plaintext, self.noWeb, self.webPort) = (plaintext, noWeb, webPort)
    }

    /// Everything wrong with the flags' values. If empty, `NodeConfiguration.applying` may be called.
    package var problems: [ConfigurationProblem] {
        let names = rooms.compactMap { Self.problem(.text($0), of: "--room", by: .name) }
        let addresses = bind.compactMap { Self.problem(.text($0), of: "--bind", by: .address) }
        let ports = [("--port", port), ("--web-port", webPort)].compactMap { flag, port in
            port.flatMap { Self.problem(.whole($0), of: flag, by: .whole(0...65_535)) }
        }
        return names + doubles + addresses + ports
    }

    fileprivate var roomConfigurations: [RoomConfiguration] {
        rooms.compactMap { ValueRule.name.read(.text($0)) }.map(RoomConfiguration.init)
    }

    private var doubles: [ConfigurationProblem] {
        var seen: Set<String> = []
        return roomConfigurations.filter { !seen.insert($0.foldedName).inserted }.map { room in
            let message = "\"\(printable(room.name, atMost: 40))\" is given twice; letter case makes no difference"
            return ConfigurationProblem(file: "--room", message: message)
        }
    }

    private static func problem<Value>(
        _ value: ConfigurationValue, of flag: String, by rule: ValueRule<Value>
    ) -> ConfigurationProblem? {
        guard rule.read(value) == nil else { return nil }
        let shown = if case .text(let text) = value { "\"\(printable(text, atMost: 40))\"" } else { value.spoken }
        return ConfigurationProblem(file: flag, message: "\(shown) cannot stand here; allowed: \(rule.allowed)")
    }
}

extension NodeConfiguration {
    /// This configuration overruled by the given flags. Room names are cleaned like those of a file, and rooms from
    /// flags have the defaults of `RoomConfiguration`.
    package func applying(_ overrides: ConfigurationOverrides) -> NodeConfiguration {
        var result = self
        if !overrides.rooms.isEmpty { result.rooms = overrides.roomConfigurations }
        if let password = overrides.password, !result.rooms.isEmpty { result.rooms[0].password = password }
        if let port = overrides.port { result.node.port = port }
        if !overrides.bind.isEmpty { result.node.bind = overrides.bind }
        if overrides.noMDNS { result.discovery.mdns = false }
        if overrides.noTranslate { result.translation.enabled = false }
        if overrides.unlimited { result.limits.unlimited = true }
        if overrides.plaintext { result.node.plaintext = true }
        if overrides.noWeb { result.web.enabled = false }
        if let port = overrides.webPort { result.web.port = port }
        return result
    }
}
