import Foundation

/// Finds an engine's key: `SABIR_KEY_NAME` in the environment, else as the file says.
extension EndpointTable {
    /// Reads the endpoint's key; nil if it has none, or if reading it failed, which is reported.
    func key(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> String? {
        let fromFile = keyOfFile(at: path, in: &reader)
        let variable = overridingVariable
        guard let text = reader.environment.variables[variable], !text.isEmpty else { return fromFile }
        let rule = ValueRule<String>.secret
        guard let key = rule.read(.text(text.trimmingCharacters(in: .whitespacesAndNewlines))) else {
            reader.report(
                "the variable \(variable) does not hold a key; allowed: \(rule.allowed)", at: path, asTable: true)
            return nil
        }
        return key
    }

    /// Whether the key exists but this process could not read it: the endpoint is then skipped without a problem.
    func isClosed(_ key: String?) -> Bool { key == nil && (keyFile != nil || keyVariable != nil) }

    /// The environment variable whose value replaces the file's key, such as `SABIR_KEY_APERTIUM`.
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
        if let keyVariable {
            return reader.secret(.engines, at: path / "key_env", from: .variable(keyVariable), by: .secret)
        }
        reader.checkPrivacy(ofFile: keyFile, at: path / "key_file")
        if let keyFile {
            return reader.secret(.engines, at: path / "key_file", from: .file(keyFile, atMost: 8_192), by: .secret)
        }
        reader.checkPrivacyHere(of: key, at: path / "key", remedy: "key_file or key_env")
        return key
    }
}
