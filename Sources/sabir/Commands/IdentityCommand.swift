import ArgumentParser
import SabirNode
import SabirSecurity
import SabirTerminal

struct IdentityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "The key by which guests know this node: show its fingerprint, or make a new key.",
        discussion: """
            Examples:  sabir identity show
                       sabir identity rotate
                       sabir identity rotate --stolen
            """,
        subcommands: [Show.self, Rotate.self])

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the fingerprint of the node's certificate, and of those before it.",
            discussion: """
                Invites have it after #fp=, and browsers show it for the page with the node's own certificate.

                Example:  sabir identity show
                """)

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let folder = try common.stateDirectory()
            guard let certificate = try NodeCertificate.existing(in: folder) else {
                throw Failure("There is no key in \(folder): a node makes one when it first starts with TLS.")
            }
            for earlier in certificate.earlier { StandardOutput.print("before       \(earlier)") }
            StandardOutput.print("fingerprint  \(certificate.fingerprint)")
            StandardOutput.print("browsers     \(certificate.fingerprint.hexadecimal)")
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new key and certificate; the old key vouches for them.",
            discussion: """
                The node must not be running. Guests who know the old certificate follow the old key's signature, \
                without a question, and invites from before still work, for eight such changes. The old key is gone \
                afterwards.

                If somebody else may have the key (a stolen computer, disk or backup), say --stolen. Then nothing \
                vouches for the new key, and the command prints what to do.

                Examples:  sabir identity rotate
                           sabir identity rotate --stolen
                """)

        @OptionGroup var common: CommonOptions

        @Flag(help: "Somebody else may have the old key: it vouches for nothing, and guests are warned once.")
        var stolen = false

        func run() async throws {
            let outcome = try common.configuration(secrets: .none).rotateKey(isStolen: stolen)
            StandardOutput.print("before       \(outcome.before)")
            StandardOutput.print("fingerprint  \(outcome.now)")
            StandardOutput.print("browsers     \(outcome.now.hexadecimal)")
            for line in stolen ? Self.afterTheft(outcome) : Self.afterwards { StandardOutput.print(line) }
        }

        private static let afterwards = [
            "",
            "Guests and relays that know the old certificate follow by themselves, and so do invites and codes from before.",
            "1. Start the node: systemctl start sabir",
            "2. Make a backup, as those from before have the old key: sabir backup run",
            "3. Staff whose browsers took the node's own certificate are asked about it once more: give them the line "
                + "\"browsers\".",
        ]

        private static func afterTheft(_ outcome: KeyRotation) -> [String] {
            let invites = outcome.rooms.map { "   sabir invite \"\(SafeText.name($0, columns: 40))\"" }
            return [
                "",
                "Nothing vouches for the new key. Until each guest has accepted it, whoever has the old one can still pass "
                    + "for this node to them. So, today:",
                "1. Start the node: systemctl start sabir",
                "2. Tell guests the fingerprint in person or by telephone. They are warned, once for each room, and accept "
                    + "it with the command that the warning names: sabir trust ROOM --accept \(outcome.now)",
                "3. Take down invites and codes from before, and print new ones:",
            ] + invites + [
                "4. On each relay: the new invite as from in its [[relay]], and the same sabir trust, as the relay's user; "
                    + "then restart it. See who they are: sabir staff list",
                "5. What lay beside the key was taken with it. Set anew: the rooms' passwords (sabir password ROOM), staff's "
                    + "PINs and keys (sabir staff), staff_pin and keys of engines in the configuration. Staff log in again.",
                "6. Backups: sabir backup set-up FOLDER --new-key, then delete those from before: the old key is in them.",
                "7. Staff compare the line \"browsers\" when their browser asks about the page.",
            ]
        }
    }
}
