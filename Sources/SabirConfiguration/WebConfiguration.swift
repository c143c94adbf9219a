import Foundation
import SabirProtocol
import SabirSecurity

/// `[web]`: the page by which a browser on the network joins this node's rooms.
package struct WebConfiguration: Sendable, Equatable {
    package static let defaultPort = 8_275
    package static let defaultHTTPSPort = 8_276

    /// What the node answers where telephones ask whether there is an internet.
    package enum Captive: String, CaseIterable, Sendable {
        /// Nothing of its own.
        case off
        /// As the internet would, so that a telephone stays on the wifi.
        case open
        /// The way to the page, so that a telephone opens it by itself.
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
    /// 0 takes any free port; nil takes the default one, and any free one where that is in use.
    package var port: Int?
    /// What codes and kiosks offer, `http://HOST:PORT`; nil where it is to be found.
    package var address: String?
    /// Who answers for this node, shown to everyone before they enter; at most 200 Unicode scalars.
    package var responsible = ""
    /// What the house itself speaks: what a newcomer can count on is judged by these while a room is empty. At most 20.
    package var languages: [LanguageTag] = []
    /// 4 to 64 visible ASCII characters; nil where there is no staff page.
    package var staffPIN: String?
    /// Whether the page takes that PIN; without it each person of staff needs one of their own.
    package var staffShared = true
    /// The PIN that all of staff share; nil where each needs their own.
    package var sharedStaffPIN: String? { staffShared ? staffPIN : nil }
    /// Whether staff share one, also where its file was not read.
    package var hasSharedStaffPIN: Bool { staffShared && (staffPIN != nil || staffPINFile != nil) }
    package var kiosk = true
    /// Whether phones may put the page beside their apps; over HTTPS alone.
    package var installable = true
    package var captive = Captive.off
    package var metrics = Audience.loopback
    package var tls = CertificateFiles()
    package var wifi = WifiConfiguration()
    /// After how many seconds without touch and talk a tablet that many share forgets its visitor, and a screen on a
    /// wall what was said; nil is never.
    package var forgetAfter: Int? { forgetTime.seconds }
    var forgetTime = ForgetTime(seconds: 180)
    /// Whether the page without `tls` has a second port, with the node's own certificate.
    package var https = true
    /// 0 takes any free port; nil takes the default one, and any free one where that is in use.
    package var httpsPort: Int?
    /// The port at which staff and passwords find the page over HTTPS; nil where there is none, or it is any.
    package var secondListenerPort: Int? {
        guard enabled, https, tls.certificate == nil, port != 0 else { return nil }
        return httpsPort ?? Self.defaultHTTPSPort
    }
    /// Whether staff may give their PIN over plain HTTP, to whoever listens.
    package var staffOverHTTP = false
    /// Addresses of proxies whose word about where a request comes from counts; at most 16.
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
            .value("forget_after", \.forgetTime, .forgetTime),
            .table("tls", \.tls),
            .table("wifi", \.wifi),
            .value("https", \.https, .flag),
            .optional("https_port", \.httpsPort, .whole(0...65_535)),
            .value("staff_over_http", \.staffOverHTTP, .flag),
            .list("trusted_proxies", \.trustedProxies, .address, count: 0...16, single: true),
        ]
    }

    static var formerKeys: [FormerKey] {
        [
            .gone(
                "acme",
                instead: "certbot or lego ask for the certificate, and a hook hands it to \"sabir certificate import\" "
                    + "(docs/operations.md, \"HTTPS\"); take this table out")
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
        let place = path / "staff_pin_file"
        guard let text = reader.secret(.staff, at: place, from: .file(file, atMost: 256)) else { return }
        staffPIN = reader.value(.text(text.trimmingCharacters(in: .whitespacesAndNewlines)), at: place, by: .pin)
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

    /// These, or the one that `sabir certificate import` put into the state folder.
    func orImported(to folder: String) -> CertificateFiles {
        let file = PageCertificate.path(in: folder)
        guard certificate == nil, key == nil, access(file, F_OK) == 0 else { return self }
        return CertificateFiles(certificate: file, key: file)
    }
}

extension ValueRule where Value == String {
    fileprivate static var pin: ValueRule {
        ValueRule(allowed: "4 to 64 visible ASCII characters, without spaces", isSecret: true) { value in
            guard case .text(let text) = value, (4...64).contains(text.utf8.count) else { return nil }
            return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }
    }

    /// Scheme, host and port of RFC 6454, without a path.
    fileprivate static var origin: ValueRule {
        ValueRule(allowed: "http:// or https://, a host, and if need be a port, such as \"http://10.0.0.5:8275\"") {
            value in
            guard case .text(let text) = value, text.utf8.count <= 255 else { return nil }
            let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
            guard let host = scheme.map({ text.dropFirst($0.count) }), !host.isEmpty else { return nil }
            return host.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?#@\"<>\\".utf8.contains($0) } ? text : nil
        }.doubting { NumericAddress.doubt(inURL: $0) }
    }
}

/// After how long without anybody a screen for many forgets; nil is never.
package struct ForgetTime: Sendable, Equatable {
    package var seconds: Int?
}

extension ValueRule where Value == ForgetTime {
    static var forgetTime: ValueRule {
        let rule = ValueRule<Duration>.duration(from: "30s", to: "12h")
        return ValueRule(allowed: "\(rule.allowed), or \"never\"", words: ["never"]) { value in
            if value == .text("never") { return ForgetTime(seconds: nil) }
            return rule.read(value).map { ForgetTime(seconds: Int($0.components.seconds)) }
        }
    }
}
