import Foundation
import SabirConfiguration
import SabirCore
import SabirSecurity
import SabirWeb

/// Checks the page's certificate as phones would.
enum CertificateCheck {
    static func findings(_ configuration: NodeConfiguration) -> [Finding] {
        let web = configuration.web
        guard web.enabled, let chain = web.tls.certificate, let key = web.tls.key,
            access(chain, R_OK) == 0, access(key, R_OK) == 0
        else { return [] }
        let isKept = chain == PageCertificateChain.path(in: configuration.node.stateDirectory)
        // If the configuration names files, no other certificate is used.
        let mend: RedactableText =
            isKept ? "sabir certificate import CHAIN KEY" : "another certificate and its key in \(chain) and \(key)"
        do throws(SecurityError) {
            let found = try PageCertificateChain(readingFrom: chain, key: key)
            return [time(found, mend), name(found, web)].compactMap(\.self)
        } catch {
            return [Finding("certificate", .wrong, "\(chain): \(error)", remedy: mend)]
        }
    }

    private static func time(_ found: PageCertificateChain, _ mend: RedactableText) -> Finding {
        let days = found.days()
        let left: RedactableText =
            "The page's certificate holds for \(days) more days (\(found.names.joined(separator: ", ")))."
        let standing = CertificateState(
            expires: Int(found.ends.timeIntervalSince1970), now: Int(Date().timeIntervalSince1970))
        return switch standing {
        case .fine: Finding("certificate", .ok, left)
        case .ends: Finding("certificate", .note, left, remedy: mend)
        case .endsSoon, .ended: Finding("certificate", .wrong, left, remedy: mend)
        }
    }

    /// The address in the printed codes must be a name in the certificate.
    private static func name(_ found: PageCertificateChain, _ web: WebConfiguration) -> Finding? {
        let host = web.address.flatMap { URLComponents(string: $0)?.host }
        if let host, found.isFor(host) { return nil }
        let lead: RedactableText = host.map { "to \($0)" } ?? "to this computer's address"
        let port = web.port ?? WebConfiguration.defaultPort
        return Finding(
            "certificate", .note, "Codes go \(lead), which the certificate does not name, so phones warn of the page.",
            remedy: "address = \"https://\(found.names[0]):\(port)\" in [web], and that name in the wifi's DNS")
    }
}
