import ArgumentParser
import Foundation
import SabirNode

struct StaffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "staff", abstract: "Say who is staff: who may mute, send out, lock, announce and clear.",
        discussion: """
            Each person of staff has a key on their own computer. Where the rooms are hosted, the user that runs Sabir
            there adds its public part.

            Examples:

                sabir staff key                      prints the key's public part
                sabir join Reception --staff         joins with the key
                sabir staff add "Rosa Mir" KEY       KEY as "sabir staff key" printed it
                sabir staff list
                sabir staff remove "Rosa Mir"        at once, also while she is in a room

            What staff do is written down in audit.jsonl, in the state directory: who, what, when; never what was said.
            """,
        subcommands: [
            StaffKeyCommand.self, StaffAddCommand.self, StaffListCommand.self, StaffRemoveCommand.self,
        ])
}

struct StaffKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Print the public part of this user's staff key; make the key where there is none.",
        discussion: "The key itself stays in the state directory and is shown to nobody.\n\nExample:  sabir staff key")

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let directory = try common.configuration(secrets: .none).node.stateDirectory
        StandardOutput.print(try staffWork { () throws(NodeError) in try StaffKey.own(in: directory).fingerprint })
    }
}

struct StaffAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make somebody staff of this computer's rooms.",
        discussion: "Example:  sabir staff add \"Rosa Mir\" GtVl0oYJqO1Q2cXj8w7bZy5kN3mRf6sTu9vAeDhLpEI")

    @OptionGroup var common: CommonOptions

    @Flag(help: "It is a relay: a node that carries these rooms on to others, and speaks for those behind it.")
    var relay = false

    @Argument(help: "What the list and the audit call them.")
    var name: String

    @Argument(help: "What \"sabir staff key\" prints on their computer.")
    var key: String

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.configuration(secrets: .none).node.stateDirectory)
        try staffWork { () throws(NodeError) in
            try file.update { (list) throws(NodeError) in
                try list.add(name, key: key, isRelay: relay, at: Date())
            }
        }
        StandardOutput.print(relay ? "\(name) may carry rooms on from now on." : "\(name) is staff from now on.")
    }
}

struct StaffListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show who is staff.", discussion: "Example:  sabir staff list --json")

    @OptionGroup var common: CommonOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.configuration(secrets: .none).node.stateDirectory)
        let staff = try staffWork { () throws(NodeError) in try file.read() }.staff
        if staff.isEmpty, !json { StandardOutput.print("Nobody is staff by a key.") }
        for person in staff {
            let since = person.since.formatted(.iso8601)
            let fields: [String: JSONValue] = [
                "name": .string(person.name), "key": .string(person.key), "since": .string(since),
                "role": .string(person.isRelay ? "relay" : "staff"),
            ]
            let role = person.isRelay ? "  relay" : ""
            StandardOutput.print(
                json ? JSONValue.object(fields).text : "\(person.name)  \(person.key)  since \(since)\(role)")
        }
    }
}

struct StaffRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take somebody off the list of staff.",
        discussion: """
            A running node obeys them no more from then on. A relay is sent out within a second, with everybody behind it,
            and is let in no longer.

            Example:  sabir staff remove "Rosa Mir"
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "Their name on the list, or their key.")
    var person: String

    func run() async throws {
        let file = StaffFile(stateDirectory: try common.configuration(secrets: .none).node.stateDirectory)
        let removed = try staffWork { () throws(NodeError) in
            try file.update { (list) throws(NodeError) in try list.remove(person) }
        }
        StandardOutput.print(removed.isRelay ? Self.farewell(removed.name) : "\(removed.name) is not staff any more.")
    }

    /// With what cannot be called back.
    private static func farewell(_ relay: String) -> String {
        let end = Date(timeIntervalSinceNow: Double(RelayGrant.lasts) / 1_000)
        return "\(relay) may carry rooms no longer. Should it be in wrong hands: those on its side who know a room may "
            + "take it for the host until \(end.formatted(.iso8601.year().month().day())) (docs/security.md)."
    }
}

/// Its sentence becomes the command's last word.
func staffWork<Value>(_ work: () throws(NodeError) -> Value) throws -> Value {
    do throws(NodeError) {
        return try work()
    } catch {
        throw Failure(error.description)
    }
}
