import Foundation
import SabirCore
import SwiftASN1
import X509

/// A certificate for the page that an authority signed, with the authority's chain, and its key.
///
/// Checked before it is stored: a node that gets another one every few weeks, without anybody looking, must not start
/// one day with one that phones refuse.
package struct PageCertificateChain: Sendable {
    /// More than any chain has; a file that is no certificate may be endless.
    static let maximumBytes = 1 << 18

    /// Names and addresses that browsers compare with (subjectAltName), as written.
    package let names: [String]
    package let issuer: String
    package let begins: Date
    /// When the first certificate of the chain expires.
    package let ends: Date
    /// The text to store.
    package let pem: String
    private let chain: [Certificate]

    /// Reads chain and key, in any order. Throws a plain sentence for a certificate that no browser accepts.
    package init(chain: String, key: String, now: Date = Date()) throws(SecurityError) {
        let found = try Self.certificates(chain)
        let (privateKey, keyText) = try Self.key(key)
        guard let own = found.first(where: { $0.publicKey == privateKey.publicKey }) else {
            throw SecurityError(
                "The key does not belong to the certificate: both have to come from the same request.")
        }
        self.chain = try Self.ordered(found, from: own)
        names = Self.names(of: own)
        issuer = Self.text(of: own.issuer)
        begins = self.chain.map(\.notValidBefore).max() ?? own.notValidBefore
        ends = self.chain.map(\.notValidAfter).min() ?? own.notValidAfter
        pem = try Self.text(of: self.chain) + keyText
        guard !names.isEmpty else {
            throw SecurityError(
                "The certificate names no host (subjectAltName), and browsers look at nothing else. Ask for another one."
            )
        }
        let day = { (date: Date) in date.formatted(.iso8601.year().month().day()) }
        guard now < ends else {
            throw SecurityError("The certificate, or one that vouches for it, ran out on \(day(ends)).")
        }
        guard begins <= now else {
            throw SecurityError(
                "The certificate begins on \(day(begins)) only, or this computer's clock is wrong; see: date")
        }
    }

    /// Whether only its own key vouches for the certificate.
    package var isSelfSigned: Bool { chain.count == 1 && chain[0].issuer == chain[0].subject }

    /// Whole days that are left.
    package func days(at now: Date = Date()) -> Int { Int(ends.timeIntervalSince(now) / 86_400) }

    /// Whether an authority that this computer trusts vouches for the certificate; phones trust most of the same.
    package func isPublic() async -> Bool {
        guard !isSelfSigned else { return false }
        var verifier = Verifier(rootCertificates: .systemTrustRoots) { RFC5280Policy() }
        let answer = await verifier.validate(
            leaf: chain[0], intermediates: CertificateStore(chain.dropFirst()))
        if case .validCertificate = answer { return true }
        return false
    }

    /// Whether it is valid for longer than Apple's phones accept, whoever signed it (support.apple.com/103769).
    package var isTooLong: Bool {
        chain[0].notValidAfter.timeIntervalSince(chain[0].notValidBefore) > 825 * 86_400
    }

    /// Whether a browser accepts the certificate for this host.
    package func isFor(_ host: String) -> Bool {
        let host = host.lowercased()
        return names.contains { name in
            let name = name.lowercased()
            guard name.hasPrefix("*.") else { return name == host }
            return host.split(separator: ".", maxSplits: 1).dropFirst().first.map { "*.\($0)" == name } ?? false
        }
    }
}

extension PageCertificateChain {
    private static func blocks(_ text: String) -> [PEMDocument] {
        (try? PEMDocument.parseMultiple(pemString: text)) ?? []
    }

    private static func certificates(_ text: String) throws(SecurityError) -> [Certificate] {
        let found = blocks(text).filter { $0.discriminator == "CERTIFICATE" }.map { try? Certificate(pemDocument: $0) }
        guard !found.isEmpty, found.count <= 10, found.allSatisfy({ $0 != nil }) else {
            throw SecurityError(
                "There is no certificate in the file. It has to be a PEM file with -----BEGIN CERTIFICATE-----: the "
                    + "server's own, and those that vouch for it.")
        }
        return found.compactMap(\.self)
    }

    private static func key(_ text: String) throws(SecurityError) -> (key: Certificate.PrivateKey, pem: String) {
        let keys = blocks(text).filter { $0.discriminator.hasSuffix("PRIVATE KEY") }
        guard !keys.contains(where: { $0.discriminator.hasPrefix("ENCRYPTED") }) else {
            throw SecurityError("The key has a passphrase. Take it off: openssl pkey -in KEY -out NEW")
        }
        guard let first = keys.first, let key = try? Certificate.PrivateKey(pemDocument: first) else {
            throw SecurityError("There is no private key in the file that can be used. It has to be a PEM file.")
        }
        return (key, first.pemString + "\n")
    }

    /// Orders a chain: the server's own certificate first, then its signer, and so on; files written by hand have any
    /// order.
    private static func ordered(
        _ found: [Certificate], from own: Certificate
    ) throws(SecurityError) -> [Certificate] {
        var (chain, rest) = ([own], found.filter { $0 != own })
        while let last = chain.last, last.issuer != last.subject,
            let next = rest.firstIndex(where: {
                $0.subject == last.issuer && $0.publicKey.isValidSignature(last.signature, for: last)
            })
        {
            chain.append(rest.remove(at: next))
        }
        guard let stranger = rest.first else { return chain }
        throw SecurityError(
            "The file holds a certificate that does not vouch for the others: \(text(of: stranger.subject)). Take it out."
        )
    }

    private static func names(of certificate: Certificate) -> [String] {
        let names = try? certificate.extensions.subjectAlternativeNames
        return (names.map(Array.init) ?? []).compactMap { name in
            switch name {
            case .dnsName(let name): name
            case .ipAddress(let bytes): IPAddress(bytes: bytes.bytes)?.description
            default: nil
            }
        }
    }

    /// A name without characters that move a terminal's cursor: a certificate may contain anything.
    private static func text(of name: DistinguishedName) -> String {
        String(
            name.description.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(200).map(
                Character.init))
    }

    private static func text(of chain: [Certificate]) throws(SecurityError) -> String {
        do {
            return try chain.map { try $0.serializeAsPEM().pemString + "\n" }.joined()
        } catch {
            throw SecurityError("The certificate cannot be written: \(error).")
        }
    }
}
