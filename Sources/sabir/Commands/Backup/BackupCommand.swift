import ArgumentParser
import Foundation
import SabirNode
import SabirConfiguration
import SabirCore

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Backups of a node: all of it, encrypted; or a copy of the history alone.",
        discussion: """
            Once this is set up, a timer of systemd makes a backup each day and proves it by a trial restore. A backup \
            holds the whole node, and only the recovery sheet opens it. With a file in place of a command, it copies \
            the history alone, in plain text.

            Examples:  sabir backup set-up /mnt/backup --sheet sheet.html
                       sabir backup run
                       sabir backup /mnt/backup/history-2026-11-21.sqlite
            """,
        subcommands: [BackupSetUpCommand.self, BackupRunCommand.self, BackupHistoryCommand.self],
        defaultSubcommand: BackupHistoryCommand.self)
}

struct BackupRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Make a backup of the whole node now, and prove it by a trial restore.",
        discussion: """
            The node may be running; sabir-backup.timer does this once a day. The backup is read back and opened \
            before it gets its name. If it fails, the backups from before stay, and sabir doctor says why.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let place = try BackupPlace(common)
        guard let settings = try BackupSettings.kept(in: place.state), let key = try RecoveryKey.kept(in: place.state)
        else { throw Failure("Backups are not set up yet. Do that first: sabir backup set-up FOLDER") }
        let made = try await BackupRun(
            place.files, settings, key: key, node: place.settings.node.name, version: ProgramVersion.text
        ).run()
        StandardOutput.print(
            "\(made.file ?? ""): \(QuantityText.size(made.bytes)), \(HistoryText.extent(made.lines, rooms: made.rooms)). "
                + "It was read back and is whole.")
    }
}

struct BackupHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Write a whole copy of the history to a file, also while a node is running.",
        discussion: """
            The copy holds what people wrote, in plain text; only its owner may read it. A file of that name is not \
            overwritten.

            Example:  sabir backup /mnt/backup/history-2026-11-21.sqlite
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The file to write.")
    var file: String

    func run() async throws {
        let target = URL(filePath: file).path
        let folder = URL(filePath: target).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw Failure("There is no folder \(folder). Make it first, or see whether the disk is there.")
        }
        let rooms = try await common.withHistory { history in
            try await history.backUp(to: target)
            return try await history.summaries()
        }
        StandardOutput.print("\(file): \(HistoryText.extent(rooms)).")
    }
}

/// The node to back up, according to the command's configuration.
struct BackupPlace {
    let settings: NodeConfiguration
    let files: NodeFiles

    init(_ common: CommonOptions) throws {
        settings = try common.configuration(secrets: .none)
        files = NodeFiles(settings, from: common.source)
    }

    var state: String { files.state }

    func words() throws(NodeError) -> RecoveryWords {
        try RecoveryWords(shared: DataFolder.locate(configured: settings.node.dataDirectory))
    }
}
