import Foundation
import Logging
import SabirConfiguration
import SabirSecurity
import SabirWeb
import SabirProtocol
import SabirRoom
import SabirCore

/// How to serve the page, according to the configuration.
struct PagePlan: Sendable {
    private let web: WebConfiguration
    private let limits: LimitSettings
    /// File descriptors that the page leaves for IRC and others.
    private let leftToIRC: Int
    private let folder: String
    let addresses: [String]
    let certificate: ReloadableCertificate?
    let own: WebSettings.SecondListener?
    private let secret: [UInt8]?
    /// The address at which others open the page on a port; asked each time, because a machine's addresses change.
    let base: @Sendable (Int) -> String
    /// The same for people on one side of this machine; nil if they do not reach the page.
    let sideBase: @Sendable (Int, NetworkSide) -> String?

    /// - Parameter folder: the folder of the page's files.
    init(
        _ configuration: NodeConfiguration, folder: String, certificate: ReloadableCertificate?,
        identity: NodeCertificate?
    ) throws(CertificateError) {
        web = configuration.web
        if let identity, certificate == nil, web.https {
            own = try Self.own(identity, web)
        } else {
            own = nil
        }
        secret = identity?.secret(for: "sabir page")
        limits = configuration.limits
        leftToIRC = configuration.irc.enabled ? min(configuration.irc.connections, DescriptorBudget.current().irc) : 0
        self.folder = folder
        self.certificate = certificate
        addresses = web.bind.isEmpty ? configuration.node.bind : web.bind
        let (bind, configured, isSecure) = (addresses[0], web.address, certificate != nil)
        sideBase = { [addresses] port, side in
            PageAddress.url(configured: configured, bound: addresses, port: port, isSecure: isSecure, on: side)
        }
        base = { port in
            PageAddress.url(configured: configured, bound: bind, port: port, isSecure: isSecure)
                ?? "\(isSecure ? "https" : "http")://\(LocalAddress.own(bind)):\(port)"
        }
    }

    func settings(_ port: Int, _ logger: Logger) -> WebSettings {
        var settings = WebSettings(publicBase: base, resources: folder)
        settings.sideBase = sideBase
        settings.addresses = addresses
        settings.port = port
        let listed = languages(logger)
        settings.languages = listed.tags
        settings.languageNames = listed.also
        settings.ownNames = listed.own
        settings.houseLanguages = web.languages
        settings.staffPin = web.sharedStaffPIN
        settings.allowsKiosk = web.kiosk
        settings.wifi = web.wifi.network
        settings.forgetAfter = web.forgetAfter
        settings.isInstallable = web.installable
        settings.allowMetricsFrom = web.metrics == .network ? ["*"] : []
        settings.limits.connectionsPerAddress = limits.connectionsPerAddress
        settings.limits.connections = min(settings.limits.connections, DescriptorBudget.current().page - leftToIRC)
        settings.limits.costlyRequests = limits.costlyRequests
        settings.certificate = certificate
        settings.own = own
        settings.secret = secret
        settings.staffOverHTTP = web.staffOverHTTP
        settings.trustedProxies = web.trustedProxies
        settings.captive = CaptivePortal.Mode(rawValue: web.captive.rawValue)
        return settings
    }

    private static func own(
        _ identity: NodeCertificate, _ web: WebConfiguration
    ) throws(CertificateError) -> WebSettings.SecondListener {
        // If the page's own port is arbitrary, nobody knows this port by heart either.
        let usual = web.port == 0 ? [0] : [WebConfiguration.defaultHTTPSPort, 0]
        return WebSettings.SecondListener(
            ports: web.httpsPort.map { [$0] } ?? usual,
            certificate: try ReloadableCertificate(
                certificate: identity.certificate, privateKey: identity.privateKey),
            fingerprint: identity.fingerprint.hexadecimal)
    }

    /// The content of `languages.json`.
    private struct Listed {
        var tags: [LanguageTag] = []
        var also: [LanguageTag: [String]] = [:]
        var own: [LanguageTag: String] = [:]
    }

    /// The languages of `languages.json`, in its order; the page's own if the file cannot be read.
    private func languages(_ logger: Logger) -> Listed {
        struct ListedLanguage: Decodable {
            let tag: String
            let name: String?
            let also: [String]?
        }
        let path = folder + "/languages.json"
        guard let data = FileManager.default.contents(atPath: path),
            let entries = try? JSONDecoder().decode([ListedLanguage].self, from: data)
        else {
            logger.warning("\(path) is no list of languages; the page offers those it is written in.")
            return Listed(tags: WebSettings.shippedLanguages)
        }
        return entries.reduce(into: Listed()) { listed, entry in
            guard let tag = LanguageTag(entry.tag) else { return }
            listed.tags.append(tag)
            listed.also[tag] = entry.also
            listed.own[tag] = entry.name
        }
    }
}
