import SabirSecurity

/// Reads a room's password from a file or a variable, never from the configuration itself.
extension RoomConfiguration {
    mutating func checkPassword(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        passwordFile = passwordFile.map(reader.environment.expandingHome)
        if let passwordFile { password = content(ofFile: passwordFile, at: path / "password_file", in: &reader) }
        if let passwordVariable {
            password = content(ofVariable: passwordVariable, at: path / "password_env", in: &reader)
        }
        reader.checkPassword(file: passwordFile, variable: passwordVariable, kioskLines: kioskLines, at: path)
    }

    private func content(
        ofFile file: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> RoomPassword? {
        let remedy = "; write it with: sabir password --file \(printable(file, atMost: 200))"
        guard
            let text = reader.secret(
                .rooms, inFile: file, atMost: PasswordVerifier.longest, remedy: remedy, at: path)
        else { return nil }
        if let verifier = PasswordVerifier(line: text) { return .verifier(verifier) }
        reader.report("the file it names holds no password's verifier\(remedy)", at: path)
        return nil
    }

    private func content(
        ofVariable name: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> RoomPassword? {
        guard let value = reader.secret(.rooms, at: path, from: .variable(name)) else { return nil }
        do throws(SecurityError) {
            return try RoomPassword(value)
        } catch {
            reader.report("the variable it names does not hold a password: \(error)", at: path)
            return nil
        }
    }
}

extension NodeConfiguration {
    /// Refuses room passwords on a node without TLS: everybody on the network could read the conversation anyway.
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
