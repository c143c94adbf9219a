import SabirSecurity

/// Where a relay's password comes from. It is the password itself and no verifier, as the relay has to prove it to the
/// host; never in the configuration.
extension RelayTable {
    mutating func checkPassword(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if passwordFile != nil, passwordVariable != nil {
            reader.report(
                "password_file and password_env stand together; allowed: one of them", at: path / "password_env")
        }
        if let passwordFile { password = content(ofFile: passwordFile, at: path / "password_file", in: &reader) }
        if let passwordVariable {
            let text = reader.surroundings.environment[passwordVariable] ?? ""
            password = known(text, at: path / "password_env", in: &reader)
        }
        if password != nil, kioskLines > 0 {
            reader.report(
                "a kiosk screen would show what a password keeps in; allowed here: 0", at: path / "kiosk_lines")
        }
    }

    private func content(
        ofFile file: String, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> Password? {
        do {
            let text = try reader.surroundings.read(file, atMost: 4_096)
            guard !RoomConfiguration.isReadableByAll(reader.surroundings.expandingHome(file)) else {
                reader.report("everybody on this machine can read the file it names; mend it with: chmod 600", at: path)
                return nil
            }
            return known(text, at: path, in: &reader)
        } catch {
            reader.report("the file it names cannot be read: \(error.reason)", at: path)
            return nil
        }
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
