import Foundation
import Glibc
import SabirConfiguration
import SabirCore
import SabirSecurity

/// Asks an authority for the page's certificate when it is time, by Debian's `certbot`.
struct CertificateRenewal: Sendable {
    enum Outcome: Sendable {
        case notDue(PageCertificateChain)
        case renewed(PageCertificateChain)
    }

    /// An authority looks at the DNS from several places, and asks again for a while.
    private static let seconds = 600
    private let settings: AcmeSettings
    private let stateDirectory: String
    private var folder: String { stateDirectory + "/acme" }

    init(_ settings: AcmeSettings, stateDirectory: String) {
        (self.settings, self.stateDirectory) = (settings, stateDirectory)
    }

    /// Changes nothing where it fails; the next call begins anew.
    ///
    /// - Parameter isForced: whether a certificate that is not due is replaced, too.
    func run(isForced: Bool) throws(SecurityError) -> Outcome {
        guard !settings.names.isEmpty, let hook = settings.hook else {
            throw SecurityError("The configuration names nothing to ask for: names and hook in [web.acme].")
        }
        try checkOwner()
        let kept = PageCertificate(stateDirectory: stateDirectory)
        // One that cannot be used any more is a reason to ask for another.
        let current = (try? kept.read()).flatMap(\.self)
        if let current, !isForced, !current.isDue(), Set(current.names) == Set(settings.names) {
            return .notDue(current)
        }
        guard access(hook, X_OK) == 0 else {
            throw SecurityError("The hook \(hook) is not there, or this user may not run it.")
        }
        FileSystem.makeFolder(folder)
        guard let lock = try? FileLock(folder + "/renewal.lock") else {
            throw SecurityError("A certificate is being asked for already.")
        }
        defer { withExtendedLifetime(lock) {} }
        try ask(hook)
        let new = try PageCertificateChain(
            chain: try PageCertificate.text(of: folder + "/live/page/fullchain.pem"),
            key: try PageCertificate.text(of: folder + "/live/page/privkey.pem"))
        guard Set(new.names).isSuperset(of: settings.names) else {
            throw SecurityError(
                "The authority gave a certificate for \(new.names.joined(separator: ", ")), which was not asked for.")
        }
        try kept.write(new)
        return .renewed(new)
    }

    /// What root wrote there, the service could not write any more.
    private func checkOwner() throws(SecurityError) {
        var facts = stat()
        guard geteuid() == 0, stat(stateDirectory, &facts) == 0, facts.st_uid != 0 else { return }
        let user = getpwuid(facts.st_uid).map { String(cString: $0.pointee.pw_name) } ?? String(facts.st_uid)
        throw SecurityError(
            "\(stateDirectory) belongs to \(user). Ask as that user: systemctl start sabir-certificate, or sudo -u \(user) "
                + "sabir certificate renew")
    }

    /// A certbot of its own: neither its renewals nor those of the machine's other one get in each other's way.
    private func command(_ hook: String) -> [String] {
        let proof = "\"_acme-challenge.$CERTBOT_DOMAIN\" \"$CERTBOT_VALIDATION\""
        let who = settings.contact.map { ["--email", $0, "--no-eff-email"] } ?? ["--register-unsafely-without-email"]
        return ["certbot", "certonly", "--non-interactive", "--agree-tos", "--server", settings.directory] + who
            + ["--config-dir", folder, "--work-dir", folder + "/work", "--logs-dir", folder + "/log"]
            + ["--max-log-backups", "5", "--manual", "--preferred-challenges", "dns"]
            // It looks for the first word of a hook in the PATH, and runs the whole by a shell.
            + [
                "--manual-auth-hook", "env '\(hook)' set \(proof)", "--manual-cleanup-hook",
                "env '\(hook)' clear \(proof)",
            ]
            + ["--cert-name", "page", "--key-type", "ecdsa", "--force-renewal", "--renew-with-new-domains"]
            + settings.names.flatMap { ["--domain", $0] }
    }

    private func ask(_ hook: String) throws(SecurityError) {
        guard BoundedCommand.isThere("certbot") else {
            throw SecurityError("The program certbot is not there. Install it: apt install certbot")
        }
        let began = Date(timeIntervalSinceNow: -1)
        // `timeout` ends the hook, too.
        guard
            let ended = BoundedCommand.run(
                "timeout", ["--kill-after=10", String(Self.seconds)] + command(hook),
                more: settings.roots.map { ["REQUESTS_CA_BUNDLE": $0] } ?? [:], complaints: true,
                within: Self.seconds + 30)
        else { throw SecurityError("The program timeout is not there. Install it: apt install coreutils") }
        guard !ended.isWell else { return }
        var lines = Self.lines(of: ended.text).suffix(6)
        if let refusal = refusal(since: began), !lines.contains(where: { $0.contains(refusal) }) {
            lines.append("The authority said: \(refusal)")
        }
        throw SecurityError(
            "\(settings.directory) gave no certificate; what certbot said last:\n" + lines.joined(separator: "\n"))
    }

    /// Why the authority refused, in its words (RFC 8555, section 6.7), as certbot noted them: that of Debian 12 tells
    /// `AttributeError: can't set attribute` instead.
    private func refusal(since began: Date) -> String? {
        let file = folder + "/log/letsencrypt.log"
        guard let written = try? FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date,
            written >= began, let text = try? PageCertificate.text(of: file)
        else { return nil }
        let details = Self.lines(of: text).compactMap { line in
            line.wholeMatch(of: /\s*"detail": "(.*)",?/)?.output.1
        }
        return details.last.map { String($0).replacing("\\\"", with: "\"") }
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { line in
            String(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(300).map(Character.init))
        }
    }
}
