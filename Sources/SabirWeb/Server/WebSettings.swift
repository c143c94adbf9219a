import SabirCore
import SabirProtocol
import SabirRoom

/// How the page is served.
package struct WebSettings: Sendable {
    /// Addresses to listen on, as `0.0.0.0`, `::` or a name.
    package var addresses: [String]
    /// 0 takes a free one.
    package var port: Int
    /// The address that phones can reach, with scheme and without a slash at its end, for a port: asked each time it is
    /// shown, as a machine's addresses change.
    package var publicBase: @Sendable (_ port: Int) -> String
    /// The same for people on one side of this machine; nil where nobody there reaches the page, or it is not asked.
    package var sideBase: @Sendable (_ port: Int, NetworkSide) -> String? = { _, _ in nil }
    /// Folder of the page's files, `share/web`; read once at the start.
    package var resources: String
    /// Languages on offer, in order.
    package var languages: [LanguageTag]
    /// Other tags by which devices name one of them.
    package var languageNames: [LanguageTag: [String]] = [:]
    /// What their speakers call them, where that is not Unicode's name.
    package var ownNames: [LanguageTag: String] = [:]
    /// Those that the house speaks; empty where it has not said.
    package var houseLanguages: [LanguageTag] = []
    /// That all of staff share; nil where each needs their own.
    package var staffPin: String?
    package var allowsKiosk: Bool
    /// The wifi whose code stands beside a room's; nil where none is told.
    package var wifi: WifiNetwork?
    /// Seconds without touch and talk after which what many share forgets; nil is never.
    package var forgetAfter: Int?
    /// Whether phones may put the page beside their apps, where it is HTTPS that they trust.
    package var isInstallable = true
    /// Nil serves plain HTTP.
    package var certificate: ReloadableCertificate?
    /// A second listener beside plain HTTP, with the node's own certificate; nil for none.
    package var own: SecondListener?
    /// Whether staff may log in over plain HTTP from other machines too.
    package var staffOverHTTP = false
    /// Addresses of proxies that are believed where they say whom they ask for.
    package var trustedProxies: [String] = []
    /// The node's own, by which devices of staff are known again after a restart; nil where it keeps none.
    package var secret: [UInt8]?
    package var limits: WebLimits
    /// Addresses besides loopback that may read `/healthz` and `/metrics`; `*` is everybody.
    package var allowMetricsFrom: [String]
    /// What phones are answered that look for a captive portal; nil leaves their questions alone.
    package var captive: CaptivePortal.Mode?

    package init(
        addresses: [String] = ["0.0.0.0"], port: Int = 8275, publicBase: @escaping @Sendable (_ port: Int) -> String,
        resources: String, languages: [LanguageTag] = WebSettings.shippedLanguages, staffPin: String? = nil,
        allowsKiosk: Bool = true, certificate: ReloadableCertificate? = nil, limits: WebLimits = WebLimits(),
        allowMetricsFrom: [String] = [], captive: CaptivePortal.Mode? = nil
    ) {
        self.addresses = addresses
        self.port = port
        self.publicBase = publicBase
        self.resources = resources
        self.languages = languages
        self.staffPin = staffPin
        self.allowsKiosk = allowsKiosk
        self.certificate = certificate
        self.limits = limits
        self.allowMetricsFrom = allowMetricsFrom
        self.captive = captive
    }

    /// HTTPS with the certificate that the node made for itself.
    package struct SecondListener: Sendable {
        /// Tried one after the other, on all of the page's addresses; 0 takes any free one.
        package let ports: [Int]
        package let certificate: ReloadableCertificate
        /// As browsers show it: SHA-256 in hexadecimal pairs.
        package let fingerprint: String

        package init(ports: [Int], certificate: ReloadableCertificate, fingerprint: String) {
            self.ports = ports
            self.certificate = certificate
            self.fingerprint = fingerprint
        }
    }

    /// The languages that the page itself is written in.
    package static let shippedLanguages: [LanguageTag] = [
        "ca", "es", "en", "fr", "pt", "it", "ro", "de", "ar", "fa", "ur", "hi", "bn", "zh", "uk", "ru", "pl", "tr",
        "eu", "gl", "oc", "zh-Hant",
    ].compactMap { LanguageTag($0) }
}

/// What one visitor may cost.
package struct WebLimits: Sendable {
    /// Connections at once.
    package var connections = 4_096
    /// Connections at once from one address; loopback has no such limit.
    package var connectionsPerAddress = 64
    /// Bytes of a request's body.
    ///
    /// A message of 4,000 scalars, each escaped as a surrogate pair, has 48,000.
    package var body = 64 << 10
    /// Time in which a request must be read whole, from its first byte.
    package var requestTime = Duration.seconds(15)
    /// Time after which a connection without a request is closed, or one that does not take what is written.
    package var idleTime = Duration.seconds(60)
    /// Entries, checks and room requests of one address in the long run, each a second, and at once.
    package var costlyRequests = (perSecond: 40, burst: 400)
    package var feed = FeedLimits()

    package init() {}

    /// What a room's feed keeps.
    package struct FeedLimits: Sendable {
        package var kept = 200
        package var repeated = 50
        package var translationsAtOnce = 16
        package var retryAge = Duration.seconds(15 * 60)
        package init() {}
    }
}

extension WebSettings {
    func base(_ port: Int, _ side: NetworkSide) -> String {
        (side == NetworkSide() ? nil : sideBase(port, side)) ?? publicBase(port)
    }
}
