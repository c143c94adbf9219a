import SabirCore

/// Checks that somebody has set this place up.
package enum SetupCheck {
    /// Says where a waiting node is set up; empty if there is a configuration, or no node waits for one.
    ///
    /// - Parameter folder: the state directory, in which a waiting node keeps its code and address.
    package static func run(_ folder: String) -> [Finding] {
        guard let data = try? PrivateFile(path: folder + "/setup-code").read(atMost: 1_024),
            let lines = String(validating: data, as: UTF8.self)?.split(separator: "\n"), lines.count == 2
        else { return [] }
        return [
            Finding(
                "configuration", .note, "This place is not set up yet, so that it has no rooms.",
                remedy: "open \(String(lines[1])) on a phone in this network, and type \(String(lines[0]))")
        ]
    }
}
