import ArgumentParser
import Foundation
import SabirNode
import SabirConfiguration
import SabirCore
import SabirTerminal
import SabirHistory

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore the node of a backup on this computer, or a copy of the history.",
        discussion: """
            For a backup of a whole node (.sabirbackup) it asks for the words of the recovery sheet. It opens and \
            checks all of the backup before it writes anything. No node may be running. Afterwards it is the same \
            node: invites, guests and telephones find it again. A configuration that is here already stays; the one of \
            the backup is put beside it.

            A copy of the history replaces the history alone; the old one is renamed, not deleted.

            What was erased after the backup was made is back: erase it again.

            Examples:  sabir restore /mnt/backup/sabir-clinic.sabirbackup --replace
                       sabir restore /mnt/backup/history-2026-11-21.sqlite
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The backup.")
    var file: String

    @Option(help: "For a whole node: a file with the sheet's words or its code. Without it, you are asked for them.")
    var keyFile: String?

    @Flag(help: "For a whole node: if one is here already, move it aside and put this one in its place.")
    var replace = false

    func run() async throws {
        if NodeRestoring.isArchive(URL(filePath: file).path) {
            try await restoreNode()
        } else {
            try await restoreHistory()
        }
        StandardOutput.print("What was erased after the backup was made is back: erase it again.")
    }

    private func restoreHistory() async throws {
        guard keyFile == nil, !replace else {
            throw Failure("\(file) is no backup of a whole node, which --key-file and --replace are for.")
        }
        let path = try common.historyPath()
        let aside = try HistoryRestoring.restore(URL(filePath: file).path, to: path)
        StandardOutput.print("\(path): \(HistoryText.extent(await HistoryHealth.look(at: path).rooms)).")
        if let aside { StandardOutput.print("What was there is now \(aside). Delete it once nobody needs it.") }
    }

    private func restoreNode() async throws {
        let outcome = try await NodeRestoring(
            URL(filePath: file).path, key: try key(), replaces: replace, configuration: common.config
        ).run()
        let made = outcome.manifest
        StandardOutput.print(
            SafeText.lines(
                "The node \(made.node), as of \(HistoryText.minute(made.made)), is in \(outcome.state): "
                    + "\(HistoryText.extent(made.lines, rooms: made.rooms))."))
        for path in outcome.aside {
            StandardOutput.print("What was there is now \(path). Delete it once nobody needs it.")
        }
        for path in outcome.placed { StandardOutput.print("Put in its place: \(SafeText.lines(path))") }
        for path in outcome.beside {
            StandardOutput.print("Another one was there; that of the backup is beside it: \(SafeText.lines(path))")
        }
        if let path = outcome.configuration {
            StandardOutput.print("Look at what it names: sabir check-config \(path)")
        }
        StandardOutput.print("Then: systemctl start sabir, and backups anew: sabir backup set-up FOLDER")
    }

    private func key() throws -> RecoveryKey {
        let configured = try? common.configuration(secrets: .none).node.dataDirectory
        let words = try RecoveryWords(shared: DataFolder.locate(configured: configured))
        guard let keyFile else { return try words.key(of: SheetPrompt.askWords()) }
        let read = try? String(contentsOfFile: keyFile, encoding: .utf8)
        guard let text = read, text.utf8.count <= 16_384 else {
            throw NodeError(description: "\(keyFile) cannot be read, or holds no recovery key.")
        }
        return try words.key(of: text)
    }
}
