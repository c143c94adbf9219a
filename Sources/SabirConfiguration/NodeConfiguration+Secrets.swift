import SabirCore
import SabirSecurity

/// Secrets that others could read, guess or hear.
extension NodeConfiguration {
    func checkSecrets(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        let (web, irc, cluster) = (path / "web", path / "irc", path / "cluster")
        reader.checkPrivacy(ofFile: self.web.staffPINFile, at: web / "staff_pin_file")
        reader.checkPrivacy(of: self.web.tls, at: web / "tls")
        reader.checkPrivacy(of: self.irc.tls, at: irc / "tls")
        reader.checkPrivacy(ofFile: self.cluster.credentialsFile, at: cluster / "credentials_file")
        reader.checkPrivacy(ofFile: self.cluster.passwordFile, at: cluster / "password_file")
        reader.checkPrivacy(ofFile: self.cluster.tokenFile, at: cluster / "token_file")
        if let pin = self.web.staffPIN, let why = StaffPIN.weakness(of: pin) {
            let key = self.web.staffPINFile == nil ? "staff_pin" : "staff_pin_file"
            reader.warn("the PIN \(why); take six digits or more that nobody guesses", at: web / key)
        }
        if self.web.staffPINFile == nil {
            reader.checkPrivacyHere(of: self.web.staffPIN, at: web / "staff_pin", remedy: "staff_pin_file")
        }
        if !reader.isTorn(cluster) { checkCluster(at: cluster, in: &reader) }
    }

    /// Warns of servers outside this machine without a login or without TLS: whoever reaches such a server reads and
    /// writes all rooms of the cluster, and whoever hears the network reads along.
    private func checkCluster(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        let cluster = cluster.settings
        let outside = cluster.servers.filter { !Self.isOnThisMachine($0) }
        guard let server = outside.first, !cluster.usesTLS || cluster.login == .none else { return }
        let rooms = self.rooms.filter { $0.log == .nats }
        guard !rooms.isEmpty else { return }
        let lack =
            cluster.usesTLS
            ? "asks nobody who they are" : cluster.login == .none ? "has neither TLS nor a login" : "has no TLS"
        let closed = rooms.first { $0.password != nil }.map { ", also in \"\($0.name)\", which has a password" } ?? ""
        reader.warn(
            "\(server) \(lack) here: everybody on that network can read what is said\(closed); set tls = true and "
                + "credentials_file", at: path / "nats")
    }

    static func isOnThisMachine(_ server: String) -> Bool {
        let authority = server.drop { $0 != "/" }.drop { $0 == "/" }
        let host =
            authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return host == "localhost" || IPAddress(String(host))?.isLoopback == true
    }
}
