import Foundation

/// Finds an engine's key: `SABIR_KEY_NAME` in the environment, else as the file says.
extension EndpointTable {
    /// Nil if the endpoint has no key, or if reading it failed, which is reported.
    func key(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> String? {
        let fromFile = keyOfFile(at: path, in: &reader)
        let variable = overridingVariable
        guard let text = reader.environment.variables[variable], !text.isEmpty else { return fromFile }
        guard let key = ValueRule<String>.secret.read(.text(trimmed(text))) else {
            let allowed = ValueRule<String>.secret.allowed
            reader.report("the variable \(variable) does not hold a key; allowed: \(allowed)", at: path, asTable: true)
            return nil
        }
        return key
    }

    /// Whether the key exists but this process could not read it: the endpoint is then skipped without a problem.
    func isClosed(_ key: String?) -> Bool { key == nil && (keyFile != nil || keyVariable != nil) }

    /// For example `SABIR_KEY_APERTIUM`.
    private var overridingVariable: String {
        let name = name ?? kind?.rawValue ?? ""
        return "SABIR_KEY_" + String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private func keyOfFile(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> String? {
        let given = [("key", key), ("key_env", keyVariable), ("key_file", keyFile)].filter { $0.1 != nil }.map(\.0)
        if given.count > 1 {
            let names = given.joined(separator: " and ")
            reader.report("\(names) stand together; allowed: one of them", at: path / given[1])
        }
        if let keyVariable { return content(of: .variable(keyVariable), at: path / "key_env", in: &reader) }
        reader.checkPrivacy(ofFile: keyFile, at: path / "key_file")
        if let keyFile { return content(of: .file(keyFile, atMost: 8_192), at: path / "key_file", in: &reader) }
        reader.checkPrivacyHere(of: key, at: path / "key", remedy: "key_file or key_env")
        return key
    }

    private func content(
        of source: SecretSource, at path: ConfigurationPath, in reader: inout ConfigurationReader
    ) -> String? {
        guard let text = reader.secret(.engines, at: path, from: source) else { return nil }
        return reader.value(.text(trimmed(text)), at: path, by: .secret)
    }

    /// Removes the line end that files end in and that people paste into variables.
    private func trimmed(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
