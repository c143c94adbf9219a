import SabirCluster

/// How the node logs in to the cluster's servers: one way or none, with secrets in files of their own.
extension ClusterConfiguration {
    mutating func checkLogin(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        let given = [
            ("credentials_file", credentialsFile != nil), ("user", user != nil || passwordFile != nil),
            ("token_file", tokenFile != nil),
        ].filter(\.1).map(\.0)
        guard given.count < 2 else {
            return reader.report(
                "\(given.joined(separator: " and ")) stand together; allowed: one of them", at: path / given[1])
        }
        guard (user == nil) == (passwordFile == nil) else {
            return reader.report(
                "user and password_file belong together", at: path / (user == nil ? "password_file" : "user"))
        }
        if let read = readLogin(at: path, in: &reader) { settings.login = read }
        checkSecrecy(at: path, in: &reader)
    }

    private func readLogin(at path: ConfigurationPath, in reader: inout ConfigurationReader) -> ClusterLogin? {
        if let credentialsFile { return .credentials(file: credentialsFile) }
        if let user, let passwordFile {
            return reader.secret(
                .cluster, at: path / "password_file", from: .file(passwordFile, atMost: 8_192), by: .secret
            ).map { .password(user: user, $0) }
        }
        guard let tokenFile else { return nil }
        return reader.secret(.cluster, at: path / "token_file", from: .file(tokenFile, atMost: 8_192), by: .secret)
            .map { .token($0) }
    }

    /// Warns of a password or token without TLS, which is sent as it is; of a credentials file only a signature is
    /// sent.
    private func checkSecrecy(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        guard !settings.servers.isEmpty, !settings.usesTLS else { return }
        if settings.authorityFile != nil {
            reader.report("nothing is encrypted that it could vouch for; set tls = true", at: path / "ca")
        }
        guard passwordFile != nil || tokenFile != nil else { return }
        reader.report(
            "it would go over the network in the clear; set tls = true, or use credentials_file",
            at: path / (tokenFile == nil ? "password_file" : "token_file"))
    }
}
