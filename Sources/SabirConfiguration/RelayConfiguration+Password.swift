import SabirSecurity

/// Reads a relay's password from a file or a variable, never from the configuration. The password itself is needed, not
/// a verifier, because the relay has to prove it to the host.
extension RelayConfiguration {
    mutating func checkPassword(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if let passwordFile {
            let place = path / "password_file"
            password = reader.secret(.relays, inFile: passwordFile, atMost: 4_096, at: place)
                .flatMap { known($0, at: place, in: &reader) }
        }
        if let passwordVariable {
            let place = path / "password_env"
            password = reader.secret(.relays, at: place, from: .variable(passwordVariable))
                .flatMap { known($0, at: place, in: &reader) }
        }
        reader.checkPassword(file: passwordFile, variable: passwordVariable, kioskLines: kioskLines, at: path)
    }

    private func known(
        _ text: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> Password? {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard !PasswordVerifier.isVerifier(line) else {
            reader.report(
                "it names what the room's host checks the password by; a relay has to know the password itself",
                at: path)
            return nil
        }
        do throws(SecurityError) {
            return try Password(line)
        } catch {
            reader.report("it names no password: \(error)", at: path)
            return nil
        }
    }
}
