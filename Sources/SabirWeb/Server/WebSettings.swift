import SabirCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// Settings of the page's server.
package struct WebSettings: Sendable {
    /// Addresses to listen on, such as `0.0.0.0`, `::` or a name.
    package var addresses: [String]
    /// The port to listen on; 0: any free port.
    package var port: Int
    /// The address that phones can reach, for a port: with scheme, without a trailing slash. Called each time it is
    /// shown, as a machine's addresses change.
    package var publicBase: @Sendable (_ port: Int) -> String
    /// The address for people on one side of this machine; nil if nobody there reaches the page, or sides are not
    /// configured.
    package var sideBase: @Sendable (_ port: Int, NetworkSide) -> String? = { _, _ in nil }
    /// The folder of the page's files, `share/web`; read once at the start.
    package var resources: String
    /// The languages on offer, in order.
    package var languages = OfferedLanguages(WebSettings.shippedLanguages)
    /// The languages that the house speaks; empty if none are configured.
    package var houseLanguages: [LanguageTag] = []
    /// The PIN that all of staff share; nil if each has their own.
    package var staffPin: String?
    package var allowsKiosk = true
    /// The wifi whose code is shown beside a room's; nil if none is configured.
    package var wifi: WifiNetwork?
    /// Seconds without touch and talk after which a shared device forgets its visitor; nil: never.
    package var forgetAfter: Int?
    /// Whether phones may install the page, if it is served over HTTPS that they trust.
    package var isInstallable = true
    /// The certificate for HTTPS; nil: plain HTTP.
    package var certificate: ReloadableCertificate?
    /// A second listener with the node's own certificate, beside plain HTTP; nil: none.
    package var own: SecondListener?
    /// Whether staff may log in over plain HTTP from other machines too.
    package var staffOverHTTP = false
    /// Addresses of proxies whose headers about clients are trusted.
    package var trustedProxies: [String] = []
    /// The node's secret, by which staff devices are recognized after a restart; nil if the node keeps none.
    package var secret: [UInt8]?
    package var limits = WebLimits()
    /// Addresses, besides loopback, that may read `/healthz` and `/metrics`; `*`: all.
    package var allowMetricsFrom: [String] = []
    /// How connectivity checks of phones are answered; nil: not at all.
    package var captive: CaptivePortal.Mode?

    package init(
        addresses: [String] = ["0.0.0.0"], port: Int = 8275, publicBase: @escaping @Sendable (_ port: Int) -> String,
        resources: String, staffPin: String? = nil
    ) {
        self.addresses = addresses
        self.port = port
        self.publicBase = publicBase
        self.resources = resources
        self.staffPin = staffPin
    }

    /// The HTTPS listener with the certificate that the node made for itself.
    package struct SecondListener: Sendable {
        /// The ports to try in turn, on all of the page's addresses; 0: any free port.
        package let ports: [Int]
        package let certificate: ReloadableCertificate
        /// The certificate's SHA-256 as browsers show it, in hexadecimal pairs.
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

/// Limits on what a visitor may cost.
package struct WebLimits: Sendable {
    /// Connections at the same time.
    package var connections = 4_096
    /// Connections at the same time from one address; loopback has no such limit.
    package var connectionsPerAddress = 64
    /// The maximum size of a request's body in bytes.
    ///
    /// A message of 4,000 scalars, each escaped as a surrogate pair, has 48,000.
    static let body = 64 << 10
    /// How long a request may take to arrive completely, from its first byte.
    package var requestTime = Duration.seconds(15)
    /// How long a connection may stay without a request, or not take what is written to it.
    package var idleTime = Duration.seconds(60)
    /// Entries, checks and room requests of one address: for each second in the long run, and at once.
    package var costlyRequests = (perSecond: 40, burst: 400)
    /// How much a room's feed keeps.
    package var feed = FeedState.Limits()
}

extension WebSettings {
    func base(_ port: Int, _ side: NetworkSide) -> String {
        (side == NetworkSide() ? nil : sideBase(port, side)) ?? publicBase(port)
    }
}
