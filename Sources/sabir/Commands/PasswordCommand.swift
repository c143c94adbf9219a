import ArgumentParser
import Foundation
import SabirCore
import SabirSecurity
import SabirTerminal
import SabirProtocol

struct PasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set the password of a room that this computer hosts.",
        discussion: """
            Asks for the password, or reads it from standard input, and writes the file that password_file of a \
            [[room]] names. The file does not hold the password, but what it is checked by, and only its owner may \
            read it; if root runs this, the file belongs to the owner of the state directory. A room that has a \
            password takes the new one at once; other rooms take it at the next start.

            Examples:  sabir password Staff
                       sabir password Staff --file /etc/sabir/staff.password < secret.txt
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The room's name. It names the file where --file does not.")
    var room: String?

    @Option(help: "The file to write. Without it, one in the state directory.")
    var file: String?

    func validate() throws {
        guard room == nil, file == nil else { return }
        throw ValidationError("Name the room, or a file: sabir password Staff")
    }

    func run() async throws {
        let configuration = try common.configuration(secrets: .none)
        if file == nil { try refuse(configuration.rooms.map(\.name)) }
        let home = configuration.node.stateDirectory
        let path = try path(in: home)
        let password = try SecretPrompt.ask("New password: ", forNew: "password") { try Password($0).checkedForNew() }
        try PasswordVerifier(password).keep(in: PrivateFile(path: path, ownedAs: home))
        StandardOutput.print("Written to \(path). In the configuration, under the room's [[room]]:")
        StandardOutput.print("password_file = \"\(path)\"")
    }

    /// Refuses names of unknown rooms as typing errors, if the configuration names any rooms.
    private func refuse(_ rooms: [String]) throws {
        guard let room, !rooms.isEmpty, !rooms.contains(WireText.roomName(room) ?? room) else { return }
        throw Failure(
            "No room of the configuration is called \"\(SafeText.name(room))\". Its rooms: "
                + rooms.map { SafeText.name($0) }.joined(separator: ", ")
                + ". For a room that is yet to be written there, name the file: sabir password --file FILE")
    }

    private func path(in home: String) throws -> String {
        if let file {
            let path = (file as NSString).expandingTildeInPath
            return path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        }
        guard let name = WireText.roomName(room ?? "") else { throw Failure.usage("That is no name of a room.") }
        let letters = name.lowercased().unicodeScalars.map { $0.isLetterOrDigit ? Character($0) : "-" }
        return home + "/" + String(letters) + ".password"
    }
}

extension SecretPrompt {
    /// Asks for a new secret, at a terminal twice. `check` judges it before it is asked for again.
    static func ask(
        _ question: String, forNew secret: String, _ check: (String) throws -> Password
    ) throws -> Password {
        guard let first = ask(question) else { throw Failure("No \(secret) was given.") }
        let checked = try check(first)
        guard !isAtTerminal || ask("Once more: ") == first else {
            throw Failure("The two are not the same. Nothing was written.")
        }
        return checked
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool { properties.isAlphabetic || properties.numericType == .decimal }
}
