import Foundation
import SabirSecurity

/// Where a room's password comes from: a file or a variable, never the configuration itself.
extension RoomConfiguration {
    mutating func checkPassword(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if passwordFile != nil, passwordVariable != nil {
            reader.report(
                "password_file and password_env stand together; allowed: one of them", at: path / "password_env")
        }
        if let passwordFile { password = content(ofFile: passwordFile, at: path / "password_file", in: &reader) }
        if let passwordVariable {
            password = content(ofVariable: passwordVariable, at: path / "password_env", in: &reader)
        }
        if password != nil, kioskLines > 0 {
            reader.report(
                "a kiosk screen would show what a password keeps in; allowed here: 0", at: path / "kiosk_lines")
        }
    }

    private func content(
        ofFile file: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> RoomPassword? {
        let remedy = "write it with: sabir password --file \(printable(file, atMost: 200))"
        do {
            let text = try reader.surroundings.read(file, atMost: PasswordVerifier.longest)
            guard !Self.isReadableByAll(reader.surroundings.expandingHome(file)) else {
                reader.report("everybody on this machine can read the file it names; mend it with: chmod 600", at: path)
                return nil
            }
            if let verifier = PasswordVerifier(line: text) { return .verifier(verifier) }
            reader.report("the file it names holds no password's verifier; \(remedy)", at: path)
        } catch {
            reader.report("the file it names cannot be read: \(error.reason); \(remedy)", at: path)
        }
        return nil
    }

    static func isReadableByAll(_ path: String) -> Bool {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return (mode?.intValue ?? 0) & 0o004 != 0
    }

    private func content(
        ofVariable name: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> RoomPassword? {
        guard let value = reader.surroundings.environment[name], !value.isEmpty else {
            reader.report("the environment variable it names is not set, or empty", at: path)
            return nil
        }
        do throws(SecurityError) {
            return try RoomPassword(value)
        } catch {
            reader.report("the variable it names does not hold a password: \(error)", at: path)
            return nil
        }
    }
}

extension NodeConfiguration {
    /// Over plain connections everybody reads along: a password would promise what is not so.
    func checkPasswords(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        guard node.plaintext else { return }
        for (index, relay) in relays.enumerated() where relay.password != nil {
            reader.report(
                "a relay without TLS (plaintext = true) can carry no room with a password: everybody on the network "
                    + "reads along", at: path / "relay" / index)
        }
        for (index, room) in rooms.enumerated() where room.password != nil {
            let key = room.passwordFile == nil ? "password_env" : "password_file"
            reader.report(
                "a room of a node without TLS (plaintext = true) can have no password: everybody on the network reads "
                    + "along", at: path / "room" / index / key)
        }
    }
}
