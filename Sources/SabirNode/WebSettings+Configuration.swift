import Foundation
import Logging
import SabirConfiguration
import SabirFeed
import SabirSecurity
import SabirWeb
import SabirProtocol
import SabirCore

extension WebSettings {
    /// How to serve the page, according to the configuration. The port is still to be chosen.
    ///
    /// - Parameter folder: the folder of the page's files.
    init(
        _ configuration: NodeConfiguration, folder: String, certificate: ReloadableCertificate?,
        identity: NodeCertificate?, logger: Logger
    ) throws(CertificateError) {
        let web = configuration.web
        let bind = web.bind.isEmpty ? configuration.node.bind : web.bind
        let (configured, isSecure) = (web.address, certificate != nil)
        self.init(
            addresses: bind,
            publicBase: { port in
                PageAddress.url(configured: configured, bound: bind[0], port: port, isSecure: isSecure)
                    ?? "\(isSecure ? "https" : "http")://\(LocalAddress.own(bind[0])):\(port)"
            },
            resources: folder, staffPin: web.sharedStaffPIN)
        allowsKiosk = web.kiosk
        self.certificate = certificate
        allowMetricsFrom = web.metrics == .network ? ["*"] : []
        captive = CaptivePortal.Mode(rawValue: web.captive.rawValue)
        sideBase = { port, side in
            PageAddress.url(configured: configured, bound: bind, port: port, isSecure: isSecure, on: side)
        }
        offerLanguages(of: folder + "/languages.json", logger)
        houseLanguages = web.languages
        wifi = web.wifi.network
        forgetAfter = web.forgetAfter
        isInstallable = web.installable
        if let identity, certificate == nil, web.https { own = try Self.own(identity, web) }
        secret = identity?.secret(for: "sabir page")
        staffOverHTTP = web.staffOverHTTP
        trustedProxies = web.trustedProxies
        limits.connectionsPerAddress = configuration.limits.connectionsPerAddress
        let budget = DescriptorBudget.current()
        let leftToIRC = configuration.irc.enabled ? min(configuration.irc.connections, budget.irc) : 0
        limits.connections = min(limits.connections, budget.page - leftToIRC)
        limits.costlyRequests = configuration.limits.costlyRequests
    }

    private static func own(
        _ identity: NodeCertificate, _ web: WebConfiguration
    ) throws(CertificateError) -> SecondListener {
        // If the page's own port is arbitrary, nobody knows this port by heart either.
        let usual = web.port == 0 ? [0] : [WebConfiguration.defaultHTTPSPort, 0]
        return SecondListener(
            ports: web.httpsPort.map { [$0] } ?? usual,
            certificate: try ReloadableCertificate(
                certificate: identity.certificate, privateKey: identity.privateKey),
            fingerprint: identity.fingerprint.hexadecimal)
    }

    /// Offers the languages of `languages.json`, in its order; the page's own if the file cannot be read.
    private mutating func offerLanguages(of path: String, _ logger: Logger) {
        struct ListedLanguage: Decodable {
            let tag: String
            let name: String?
            let also: [String]?
        }
        guard let data = FileManager.default.contents(atPath: path),
            let listed = try? JSONDecoder().decode([ListedLanguage].self, from: data)
        else { return logger.warning("\(path) is no list of languages; the page offers those it is written in.") }
        var (tags, also, own): ([LanguageTag], [LanguageTag: [String]], [LanguageTag: String]) = ([], [:], [:])
        for entry in listed {
            guard let tag = LanguageTag(entry.tag) else { continue }
            tags.append(tag)
            also[tag] = entry.also
            own[tag] = entry.name
        }
        languages = OfferedLanguages(tags, also: also, own: own)
    }
}
