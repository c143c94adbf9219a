import ArgumentParser
import Foundation
import SabirSecurity
import SabirTerminal
import SabirCore
import SabirNode

struct StaffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Say who is staff: who may mute, send out, lock, announce and clear.",
        discussion: """
            Each person of staff has a name and, for the page, a PIN of their own; whoever works at a terminal has a \
            key there. Add people on the computer that hosts the rooms, as the user that runs Sabir, whether it runs \
            or not. Whoever looks after staff can do the same at the page's desk.

            Examples:

                sabir staff key                      prints the key's public part
                sabir join Reception --staff         joins with the key
                sabir staff add "Rosa Mir" KEY       KEY as "sabir staff key" printed it
                sabir staff add "Dr. Vega" --pin     asks for the PIN that opens the page
                sabir staff add "Pau Riu" --pin --interpreter
                sabir staff pin "Dr. Vega"           another PIN; the old one is logged out
                sabir staff code "Dr. Vega"          logs her in once, without a wait
                sabir staff list
                sabir staff remove "Rosa Mir"        at once, also while she is in a room

            What staff do is written down in audit.jsonl, in the state directory: who, what, when; never what was said.
            """,
        subcommands: [
            StaffKeyCommand.self, StaffAddCommand.self, StaffPINCommand.self, StaffCodeCommand.self,
            StaffListCommand.self, StaffRemoveCommand.self,
        ])
}

struct StaffKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Print the public part of this user's staff key; make the key where there is none.",
        discussion: """
            The key itself is in the state directory. Joining with --staff, or relaying a room, sends it to the host.

            Example:  sabir staff key
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        StandardOutput.print(try StaffKey.own(in: common.stateDirectory()).fingerprint)
    }
}

struct StaffAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make somebody staff of this computer's rooms.",
        discussion: """
            With --pin it asks for a PIN for the page, or reads it from standard input. Somebody who has a PIN may get \
            a key too, under the same name.

            Examples:  sabir staff add "Rosa Mir" KEY
                       sabir staff add "Dr. Vega" --pin --manages
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "It is a relay: a node that carries these rooms to other networks, and speaks for people there.")
    var relay = false

    @Flag(help: "They confirm translations in the rooms, and are not staff otherwise.")
    var interpreter = false

    @Flag(help: "Ask for a PIN for the page.")
    var pin = false

    @Flag(help: "They may add and remove staff at the desk; with --pin.")
    var manages = false

    @Argument(help: "What the list, the audit and the desk call them.")
    var name: String

    @Argument(help: "What \"sabir staff key\" prints on their computer.")
    var key: String?

    func validate() throws {
        guard key != nil || pin else { throw ValidationError("Give their key, or --pin, or both.") }
        guard pin || !manages else { throw ValidationError("--manages goes with --pin: it is for the page.") }
        guard !interpreter || !(manages || relay) else {
            throw ValidationError("--interpreter goes with neither --manages nor --relay.")
        }
        guard !relay || !pin else { throw ValidationError("A relay has a key, and no PIN.") }
    }

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.stateDirectory())
        let verifier = pin ? try StaffPINCommand.ask() : nil
        try file.update { list in
            let role = relay ? "relay" : interpreter ? "interpreter" : nil
            if let verifier { try list.add(name, pin: verifier, manages: manages, role: role, at: Date()) }
            if let key { try list.add(name, key: key, role: role, at: Date()) }
        }
        writeDown("staff-add", name, in: common)
        let what =
            relay ? "may carry rooms on" : interpreter ? "confirms translations as an interpreter" : "is staff"
        StandardOutput.print("\(name) \(what) from now on.")
    }
}

struct StaffPINCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Give somebody of staff another PIN for the page.",
        discussion: """
            Asks for the PIN, or reads it from standard input. A running node logs out, within a second, whoever is \
            logged in by the old one.

            Example:  sabir staff pin "Dr. Vega"
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "From now on they may add and remove staff at the desk.")
    var manages = false

    @Argument(help: "Their name on the list.")
    var name: String

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.stateDirectory())
        let verifier = try Self.ask()
        try file.update { list in
            try list.setPIN(of: name, to: verifier)
            if manages { list.allowManaging(name) }
        }
        writeDown("staff-pin", name, in: common)
        StandardOutput.print("\(name) has another PIN from now on.")
    }

    static func ask() throws -> PasswordVerifier {
        try PasswordVerifier(pin: SecretPrompt.ask("PIN: ", forNew: "PIN", PersonPIN.checked))
    }
}

struct StaffCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "Make a code that logs somebody of staff in at the page, once.",
        discussion: """
            For when others' wrong PINs keep somebody waiting: a code needs no wait. Type it in place of the PIN, \
            within ten minutes. It replaces the code before it. The PIN stays as it is.

            Examples:  sabir staff code "Dr. Vega"
                       sabir staff code              logs in as the shared PIN does
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "Their name on the list. Without it, the code logs in as the shared PIN does.")
    var name: String?

    func run() async throws {
        let configuration = try common.configuration(secrets: .none)
        guard name != nil || configuration.web.hasSharedStaffPIN else {
            throw Failure(
                "Staff share no PIN here (staff_pin, staff_shared in [web]). Say whom the code is for: "
                    + "sabir staff code NAME.")
        }
        let code = try StaffCodeFile(stateDirectory: configuration.node.stateDirectory).make(for: name)
        writeDown("staff-code", name, in: common)
        StandardOutput.print(code)
        StandardError.write(
            "Open the staff page anew and type this in place of the PIN. It counts once, within "
                + "\(StaffCodeFile.lifetime / 60) minutes.\n")
    }
}

struct StaffListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show who is staff.", discussion: "Example:  sabir staff list --json")

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.stateDirectory())
        let staff = try file.read().staff
        if staff.isEmpty, !json { StandardOutput.print("Nobody is staff by a name of their own.") }
        for person in staff {
            let since = person.since.formatted(.iso8601)
            var fields: JSONFields = [
                "name": person.name, "since": since, "role": person.role ?? "staff", "pin": person.hasPIN,
                "manages": person.looksAfterStaff,
            ]
            fields["key"] = person.key
            let facts = [
                person.name, person.key, person.hasPIN ? "PIN" : nil, "since \(since)",
                person.role, person.looksAfterStaff ? "looks after staff" : nil,
            ]
            StandardOutput.print(
                json ? fields.text : facts.compactMap(\.self).joined(separator: "  "))
        }
    }
}

struct StaffRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take somebody off the list of staff.",
        discussion: """
            From then on a running node takes no orders from them. A relay is sent out within a second, with everybody \
            behind it, and is no longer let in.

            Example:  sabir staff remove "Rosa Mir"
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "Their name on the list, or their key.")
    var person: String

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.stateDirectory())
        let removed = try file.update { list in try list.remove(person) }
        writeDown("staff-remove", removed.name, in: common)
        StandardOutput.print(
            removed.isRelay ? Self.farewell(removed.name) : "\(removed.name) is not on the list any more.")
    }

    /// Says what cannot be revoked.
    private static func farewell(_ relay: String) -> String {
        let end = Date(timeIntervalSinceNow: Double(RelayGrant.lasts) / 1_000)
        return "\(relay) may carry rooms no longer. Should it be in wrong hands: those on its side who know a room may "
            + "take it for the host until \(end.formatted(.iso8601.year().month().day())) (docs/security.md)."
    }
}

/// Logs who did it before the command reports success.
private func writeDown(_ what: String, _ name: String?, in common: CommonOptions) {
    guard let directory = try? common.stateDirectory(),
        let why = CommandAudit(stateDirectory: directory).write(what, name)
    else { return }
    StandardError.write("It is done, but could not be written down: \(why)\n")
}
