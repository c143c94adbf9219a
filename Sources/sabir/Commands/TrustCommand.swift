import ArgumentParser
import Foundation
import SabirClient
import SabirSecurity
import SabirTerminal

struct TrustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust", abstract: "Show which hosts are known; accept another host for a room, or forget one.",
        discussion: """
            Without a room, lists the rooms joined before: name, fingerprint of the host's certificate, last visit, id.
            Compare a fingerprint with the one that sabir invite prints at the host, after #fp=.

            Examples:  sabir trust
                       sabir trust Reception --accept FINGERPRINT
                       sabir trust Reception --forget
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "A room joined before: its name, its id, or the HOST:PORT it was joined at.")
    var room: String?

    // One fingerprint in 64 begins with a hyphen.
    @Option(
        parsing: .unconditional,
        help: "From now on, know the room's host by the certificate with this fingerprint.")
    var accept: String?

    @Flag(help: "Believe whoever answers next for this room, as the first time.")
    var forget = false

    func validate() throws {
        guard accept == nil || !forget else { throw ValidationError("Choose --accept or --forget.") }
        guard room != nil || (accept == nil && !forget) else { throw ValidationError("Say which room is meant.") }
        if let accept, Fingerprint(accept) == nil {
            throw ValidationError("\"\(accept.prefix(64))\" is no fingerprint: these have 43 letters, digits, - and _.")
        }
    }

    func run() async throws {
        let state = try common.stateDirectory()
        let store = PinStore(folder: state)
        let pins = try store.read()
        guard let room else {
            if pins.rooms.isEmpty { StandardOutput.print("No room was joined here yet.") }
            return list(pins.rooms)
        }
        let pin = try one(of: pins.meant(by: room), room)
        let fingerprint = accept.flatMap { Fingerprint($0) }
        guard fingerprint != nil || forget else { return list([pin]) }
        try await store.update { pins in
            if let fingerprint { pins.accept(fingerprint, room: pin.room) } else { pins.forget(room: pin.room) }
        }
        StandardOutput.print(
            fingerprint.map { "The host of \(Self.name(pin)) is known by \($0) from now on." }
                ?? "The host of \(Self.name(pin)) is forgotten.")
        if fingerprint != nil { await renewSecrets(in: pin, OutboxDirectory(stateDirectory: state)) }
    }

    /// Renews this person's device secrets in the room, because the host trusted so far knows the old ones.
    private func renewSecrets(in pin: Pin, _ guests: OutboxDirectory) async {
        let open = await guests.renewSecrets(in: pin.room)
        guard open > 0 else { return }
        StandardOutput.print(
            "Chats open in that room at the moment: \(open). Leave them, then run this once more, so that nobody comes in "
                + "as you.")
    }

    private func one(of meant: [Pin], _ query: String) throws -> Pin {
        guard let first = meant.first else {
            throw Failure("No room \"\(SafeText.name(query, columns: 60))\" was joined before. See: sabir trust")
        }
        guard meant.count == 1 else {
            let ids = meant.map(\.room).joined(separator: ", ")
            throw Failure("There are \(meant.count) rooms of that name. Say which by its id: \(ids)")
        }
        return first
    }

    private func list(_ pins: [Pin]) {
        for pin in pins.sorted(by: { $0.last > $1.last }) {
            let day = Date(timeIntervalSince1970: Double(pin.last) / 1_000).formatted(.iso8601.year().month().day())
            StandardOutput.print("\(Self.name(pin))  \(pin.certificate)  \(day)  \(pin.room)")
        }
    }

    private static func name(_ pin: Pin) -> String { SafeText.name(pin.name, columns: 40) }
}
