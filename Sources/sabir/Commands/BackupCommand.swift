import ArgumentParser
import Foundation
import SabirHistory

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a whole copy of the history to a file, also while a node is running.",
        discussion: """
            The copy holds what people wrote, in plain text; only its owner may read it. A file of that name is not \
            overwritten.

            Example:  sabir backup /mnt/backup/history-2026-11-21.sqlite
            """)

    @OptionGroup var options: HistoryOptions

    @Argument(help: "The file to write.")
    var file: String

    func run() async throws {
        let target = URL(filePath: file).path
        let folder = URL(filePath: target).deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw Failure("There is no folder \(folder). Make it first, or see whether the disk is there.")
        }
        let rooms = try await options.withHistory { history in
            try await history.backUp(to: target)
            return try await history.summaries()
        }
        let lines = HistoryText.lines(rooms.reduce(0) { $0 + $1.lines })
        StandardOutput.print("\(file): \(lines) in \(HistoryText.rooms(rooms.count)).")
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the history. No node may be running.",
        discussion: """
            The backup is checked first. The history that was there is renamed, not deleted. What was erased after \
            the backup was made is back: erase it again.

            Example:  sabir restore /mnt/backup/history-2026-11-21.sqlite
            """)

    @OptionGroup var options: HistoryOptions

    @Argument(help: "The backup.")
    var file: String

    func run() async throws {
        let path = try options.place().path
        let aside: String?
        do {
            aside = try HistoryRestoring.restore(URL(filePath: file).path, to: path)
        } catch {
            throw Failure(HistoryText.safe(error.description))
        }
        let rooms = await HistoryHealth.look(at: path).rooms
        let lines = HistoryText.lines(rooms.reduce(0) { $0 + $1.lines })
        StandardOutput.print("\(path): \(lines) in \(HistoryText.rooms(rooms.count)).")
        if let aside { StandardOutput.print("What was there is now \(aside). Delete it once nobody needs it.") }
        StandardOutput.print("What was erased after the backup was made is back: erase it again.")
    }
}
