import ArgumentParser
import Foundation
import SabirConfiguration
import SabirSecurity

struct CertificateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate", abstract: "The certificate by which phones trust the page.",
        discussion: """
            The first one needs a restart of the node. A running node takes later ones within seconds.

            Examples:  sabir certificate import fullchain.pem privkey.pem
                       sabir certificate show
            """,
        subcommands: [Import.self, Show.self])

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take a certificate and its key into the state directory.",
            discussion: "Checks both first, and takes nothing that browsers would refuse.")

        @OptionGroup var common: CommonOptions

        @Argument(help: "PEM file: the page's certificate and those that vouch for it.")
        var chain: String

        @Argument(help: "PEM file: its key, without a passphrase.")
        var key: String

        func run() async throws {
            let settings = try common.configuration(secrets: .none)
            let kept = try CertificateText.kept(settings)
            let isFirst = !FileManager.default.fileExists(atPath: kept)
            let certificate = try PageCertificateChain(readingFrom: chain, key: key)
            try certificate.keep(at: kept)
            CertificateText.printStored(isFirst: isFirst, kept)
            await CertificateText.printCertificate(certificate, settings)
            // Checks the file itself: certbot's names are links, which have no permissions of their own.
            var facts = stat()
            if stat(key, &facts) == 0, facts.st_mode & 0o004 != 0 {
                StandardOutput.print("Everybody on this computer can read \(key). Mend it with: chmod 600 \(key)")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the names in the page's certificate, how long it is valid and what phones think of it.")

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.configuration(secrets: .none)
            guard let chain = settings.web.tls.certificate, let key = settings.web.tls.key else {
                throw Failure(
                    "The page has no certificate: it is plain HTTP. See: sabir certificate import, and docs/operations.md"
                )
            }
            do throws(SecurityError) {
                await CertificateText.printCertificate(try PageCertificateChain(readingFrom: chain, key: key), settings)
            } catch {
                throw Failure("\(chain): \(error)")
            }
        }
    }
}

private enum CertificateText {
    /// The path of the certificate stored in the state folder. Throws if the configuration names certificate files,
    /// which would take precedence.
    static func kept(_ settings: NodeConfiguration) throws -> String {
        let kept = PageCertificateChain.path(in: settings.node.stateDirectory)
        if let named = settings.web.tls.certificate, named != kept {
            throw Failure(
                "The configuration names a certificate of its own, \(named) ([web.tls]). Take certificate and key out of "
                    + "it first, or replace those files.")
        }
        return kept
    }

    static func printStored(isFirst: Bool, _ path: String) {
        StandardOutput.print(
            isFirst
                ? "Kept in \(path). From the next start on the page is HTTPS: restart sabir, and print the codes anew."
                : "Kept in \(path). A node that runs takes it within seconds.")
    }

    static func printCertificate(_ certificate: PageCertificateChain, _ settings: NodeConfiguration) async {
        func print(_ name: String, _ text: String) { StandardOutput.print("\(name)\(text)") }
        let day = Date.ISO8601FormatStyle().year().month().day()
        print("names   ", certificate.names.joined(separator: ", "))
        print("issuer  ", certificate.issuer)
        print("ends    ", "\(certificate.ends.formatted(day)), in \(certificate.days()) days")
        print("phones  ", await opinion(of: certificate))
        guard let host = settings.web.address.flatMap({ URLComponents(string: $0)?.host }) else {
            return print("codes   ", "lead to an address; set address in [web] to https:// and one of these names")
        }
        print("codes   ", "lead to \(host)\(certificate.isFor(host) ? "" : ", which it does not name: phones warn")")
    }

    private static func opinion(of certificate: PageCertificateChain) async -> String {
        if certificate.isSelfSigned { return "warn of it, as nobody vouches for it but itself" }
        if certificate.isTooLong { return "of Apple refuse it: it holds for more than 825 days" }
        if await certificate.isPublic() { return "trust it" }
        return "trust it where its authority is installed on them: this computer knows no authority that vouches for it"
    }
}
