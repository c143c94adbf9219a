import Foundation
import SabirSecurity

/// `[web.acme]`: where `sabir certificate renew` asks for the page's certificate (RFC 8555), proved by DNS alone.
package struct AcmeSettings: Sendable, Equatable {
    /// The authority's directory.
    package var directory = "https://acme-v02.api.letsencrypt.org/directory"
    /// What the certificate is for, 1 to 20; empty where none is to be asked for.
    package var names: [String] = []
    /// The program that puts the proof into the DNS and takes it out again.
    package var hook: String?
    /// Where the authority writes to; it is told nothing else of the house.
    package var contact: String?
    /// PEM file of those who vouch for the authority's own server, where that is the house's.
    package var roots: String?
}

extension AcmeSettings: ConfigurationSection {
    static var keys: [SectionKey<Self>] {
        [
            .value("directory", \.directory, .authority),
            .list("names", \.names, .hostName, count: 0...20),
            .optional("hook", \.hook, .path),
            .optional("contact", \.contact, .mailAddress),
            .optional("roots", \.roots, .path),
        ]
    }

    mutating func check(at path: ConfigurationPath, in reader: inout ConfigurationReader) {
        hook = hook.map(reader.environment.expandingHome)
        roots = roots.map(reader.environment.expandingHome)
        if let hook, hook.contains("'") || hook.contains("\n") {
            reader.report("there is a quotation mark in it; allowed: a path without", at: path / "hook")
        }
        if !names.isEmpty, hook == nil {
            reader.report("they stand without a hook; allowed: names and hook together", at: path / "names")
        }
    }
}

extension CertificateFiles {
    /// These, or the one that `sabir certificate` put into the state folder.
    func orImported(to folder: String) -> CertificateFiles {
        let file = PageCertificate.path(in: folder)
        guard certificate == nil, key == nil, access(file, F_OK) == 0 else { return self }
        return CertificateFiles(certificate: file, key: file)
    }
}

extension ValueRule where Value == String {
    fileprivate static var mailAddress: ValueRule {
        ValueRule(allowed: "a mail address, such as \"it@clinic.example\"") { value in
            guard case .text(let text) = value, text.utf8.count <= 254 else { return nil }
            return text.wholeMatch(of: /[A-Za-z0-9._+\-]+@[A-Za-z0-9.\-]+/) == nil ? nil : text
        }
    }

    fileprivate static var hostName: ValueRule {
        ValueRule(allowed: "a name of the DNS, such as \"chat.clinic.example\"; \"*.\" may stand before it") { value in
            guard case .text(let text) = value, text.utf8.count <= 253 else { return nil }
            let name = text.lowercased()
            return name.wholeMatch(of: /(\*\.)?([a-z0-9]([a-z0-9\-]*[a-z0-9])?\.)+[a-z0-9\-]+/) == nil ? nil : name
        }
    }

    fileprivate static var authority: ValueRule {
        ValueRule(allowed: "https://, a host and a path") { value in
            guard case .text(let text) = value, text.utf8.count <= 500, text.hasPrefix("https://"),
                text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"'<>\\`".utf8.contains($0) }),
                URLComponents(string: text)?.host?.isEmpty == false
            else { return nil }
            return text
        }
    }
}
