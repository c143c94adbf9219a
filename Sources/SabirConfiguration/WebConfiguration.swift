import Foundation
import SabirProtocol
import SabirSecurity

/// `[web]`: the page on which browsers of the network join this node's rooms.
package struct WebConfiguration: Sendable, Equatable {
    package static let defaultPort = 8_275
    package static let defaultHTTPSPort = 8_276

    /// How the node answers phones that test for internet access.
    package enum Captive: String, CaseIterable, Sendable {
        /// Not at all.
        case off
        /// As the internet would, so that a phone stays on the wifi.
        case open
        /// With a portal's address, so that a phone opens the page by itself.
        case portal
    }

    /// Who may read `/metrics` and `/healthz`.
    package enum Audience: String, CaseIterable, Sendable {
        case loopback
        case network
    }

    package var enabled = true
    /// Numeric addresses, at most 16; empty for those of `[node]`.
    package var bind: [String] = []
    /// The page's port; 0 takes any free one. Nil takes the default port, or any free one if it is in use.
    package var port: Int?
    /// The address in codes and on kiosks, `http://HOST:PORT`; nil to determine it.
    package var address: String?
    /// Who is responsible for this node, shown to everyone before they enter; at most 200 Unicode scalars.
    package var responsible = ""
    /// The house's own languages, at most 20. In an empty room, a newcomer's chance of translation is judged by them.
    package var languages: [LanguageTag] = []
    /// The staff PIN, 4 to 64 visible ASCII characters; nil for no staff page.
    package var staffPIN: String?
    /// Whether the page accepts that PIN; otherwise each member of staff needs a personal one.
    package var staffShared = true
    /// The PIN that all staff share; nil if each needs a personal one.
    package var sharedStaffPIN: String? { staffShared ? staffPIN : nil }
    /// Whether staff share a PIN, even if its file was not read.
    package var hasSharedStaffPIN: Bool { staffShared && (staffPIN != nil || staffPINFile != nil) }
    package var kiosk = true
    /// Whether phones may install the page as an app; over HTTPS only.
    package var installable = true
    package var captive = Captive.off
    package var metrics = Audience.loopback
    package var tls = CertificateFiles()
    package var wifi = WifiConfiguration()
    /// Seconds without touch or messages after which a shared tablet forgets its visitor, and a wall screen its lines;
    /// nil for never.
    package var forgetAfter: Int? = 180
    /// Whether a page without `tls` also has an HTTPS port, with the node's own certificate.
    package var https = true
    /// The port of the page over HTTPS; 0 takes any free one. Nil takes the default port, or any free one if it is in
    /// use.
    package var httpsPort: Int?
    /// The HTTPS port for staff and passwords; nil if there is none, or its number is not fixed.
    package var secondListenerPort: Int? {
        guard enabled, https, tls.certificate == nil, port != 0 else { return nil }
        return httpsPort ?? Self.defaultHTTPSPort
    }
    /// Whether staff may enter their PIN over plain HTTP, where others can listen.
    package var staffOverHTTP = false
    /// Addresses of proxies whose statement of a request's origin is trusted; at most 16.
    package var trustedProxies: [String] = []

    var staffPINFile: String?
}

/// `[web.tls]`: PEM files; both or neither.
package struct CertificateFiles: Sendable, Equatable {
    package var certificate: String?
    package var key: String?
}

extension WebConfiguration: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("enabled", \.enabled, .flag),
            .list("bind", \.bind, .address, count: 0...16, single: true),
            .optional("port", \.port, .whole(0...65_535)),
            .optional("address", \.address, .origin),
            .value("responsible", \.responsible, .topic),
            .list("languages", \.languages, .language, count: 0...20),
            .optional("staff_pin", \.staffPIN, .pin, isLive: true),
            .optional("staff_pin_file", \.staffPINFile, .path, isLive: true),
            .value("staff_shared", \.staffShared, .flag, isLive: true),
            .value("kiosk", \.kiosk, .flag),
            .value("installable", \.installable, .flag),
            .value("captive", \.captive, .word),
            .value("metrics", \.metrics, .word),
            .value("forget_after", \.forgetAfter, .keepTime(from: "30s", to: "12h", orElse: "never")),
            .table("tls", \.tls),
            .table("wifi", \.wifi),
            .value("https", \.https, .flag),
            .optional("https_port", \.httpsPort, .whole(0...65_535)),
            .value("staff_over_http", \.staffOverHTTP, .flag),
            .list("trusted_proxies", \.trustedProxies, .address, count: 0...16, single: true),
        ]
    }

    static var formerKeys: [String: String] {
        [
            "acme": "certbot or lego ask for the certificate, and a hook hands it to \"sabir certificate import\" "
                + "(docs/operations.md, \"HTTPS\"); take this table out"
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        if Set(bind).count < bind.count { reader.report("an address stands there twice", at: path / "bind") }
        if let httpsPort, httpsPort != 0, httpsPort == port {
            reader.report("the page's port has the same number; allowed: another one", at: path / "https_port")
        }
        guard let file = staffPINFile else { return }
        if staffPIN != nil {
            reader.report("staff_pin and staff_pin_file stand together; allowed: one of them", at: path / "staff_pin")
        }
        staffPIN = reader.secret(
            .staff, at: path / "staff_pin_file", from: .file(file, atMost: 256), by: .pin)
    }
}

extension CertificateFiles: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [.optional("certificate", \.certificate, .path), .optional("key", \.key, .path)]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        certificate = certificate.map(reader.environment.expandingHome)
        key = key.map(reader.environment.expandingHome)
        if (certificate == nil) != (key == nil) {
            let given = certificate == nil ? "key" : "certificate"
            reader.report("it stands alone; allowed: certificate and key together, or neither", at: path / given)
        }
    }

    /// These files, or else the certificate that `sabir certificate import` stored in the state folder.
    func orImported(to folder: String) -> CertificateFiles {
        let file = PageCertificateChain.path(in: folder)
        guard certificate == nil, key == nil, access(file, F_OK) == 0 else { return self }
        return CertificateFiles(certificate: file, key: file)
    }
}

extension ValueRule where Value == String {
    fileprivate static var pin: ValueRule {
        matching("4 to 64 visible ASCII characters, without spaces", isSecret: true) { $0.isVisibleASCII(4...64) }
    }

    /// Scheme, host and port (RFC 6454), without a path.
    fileprivate static var origin: ValueRule {
        matching("http:// or https://, a host, and if need be a port, such as \"http://10.0.0.5:8275\"") { text in
            guard text.isVisibleASCII(1...255),
                let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) })
            else { return false }
            let host = text.utf8.dropFirst(scheme.utf8.count)
            return !host.isEmpty && !host.contains { "/?#@\"<>\\".utf8.contains($0) }
        }.doubting { NumericAddress.doubt(inURL: $0) }
    }
}
