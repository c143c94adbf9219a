import ArgumentParser
import Foundation
import SabirNode
import SabirCore
import SabirTerminal

struct BackupSetUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-up", abstract: "Say where backups go, and make the recovery sheet that opens them.",
        discussion: """
            Shows the key of the backups as 24 words and as a code: print them, or write them down. Then asks for two \
            of the words; backups are set up once they are right. As root, on a computer with the service sabir, it \
            also lets the service write to the folder, and starts the timer.

            A folder on another disk or a network share is used only while that is mounted. Called again, it changes \
            the folder or how many backups stay, and shows the same sheet.

            Example:  sabir backup set-up /mnt/backup --sheet sheet.html
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The folder for the backups. It has to be there.")
    var folder: String

    @Option(help: "How many of the newest stay.")
    var keep = BackupSettings.defaultKeep

    @Option(help: "Also write the sheet to this file, as a page to print. Delete the file once it is printed.")
    var sheet: String?

    @Option(help: "If nobody can be asked: the first and the last word of the sheet, in one argument.")
    var confirm: String?

    @Flag(help: "Make another key and sheet. Only the old sheet opens backups from before.")
    var newKey = false

    func validate() throws {
        guard (1...1_000).contains(keep) else { throw ValidationError("--keep takes a number from 1 to 1000.") }
        guard confirm == nil || !newKey else {
            throw ValidationError("--confirm and --new-key exclude each other: a new key's words are not known yet.")
        }
    }

    func run() async throws {
        let place = try BackupPlace(common)
        let settings = try settings(place)
        let words = try place.words()
        let key = try key(place.state)
        let sheet = RecoverySheet(
            node: place.settings.node.name, folder: settings.folder, key: key, words: words.words(of: key),
            day: HistoryText.day(settings.since))
        if confirm == nil { try show(sheet) }
        try ask(sheet, words)
        try settings.keep(in: place.state)
        printNextSteps(settings, place)
    }

    private func settings(_ place: BackupPlace) throws -> BackupSettings {
        let path = URL(filePath: folder).resolvingSymlinksInPath().path
        guard !(path + "/").hasPrefix(place.state + "/") else {
            throw NodeError(
                description: "\(path) is in the state folder, and would be lost with it. Take a folder on another disk."
            )
        }
        let settings = BackupSettings(folder: path, keep: keep)
        try settings.checkFolder()
        return settings
    }

    private func key(_ state: String) throws -> RecoveryKey {
        if !newKey, let kept = try RecoveryKey.kept(in: state) { return kept }
        guard confirm == nil else {
            throw NodeError(
                description: "There is no sheet yet whose words could be confirmed. First without --confirm: "
                    + "sabir backup set-up \(folder)")
        }
        let key = RecoveryKey()
        try key.keep(in: state)
        return key
    }

    private func show(_ sheet: RecoverySheet) throws {
        StandardOutput.print(sheet.text)
        PageCode.show(sheet.key.code)
        guard let file = self.sheet else { return }
        try PrivateFile(path: URL(filePath: file).path).write(Data(sheet.html.utf8))
        StandardOutput.print("\nThe sheet is in \(file). Print it, then delete the file.")
    }

    /// Asks for two words that only the owner of the sheet can type. Throws after three wrong answers.
    private func ask(_ sheet: RecoverySheet, _ words: RecoveryWords) throws {
        if let confirm {
            let typed = RecoveryWords.split(confirm)
            guard typed.count == 2, words.matches(typed[0], sheet.words[0]),
                words.matches(typed[1], sheet.words[RecoveryWords.count - 1])
            else { throw Self.unconfirmed("These are not the first and the last word of sheet \(sheet.key.sheet).") }
            return
        }
        StandardOutput.print("\nPut the sheet where it is safe. Then show that you have it:")
        let first = Int.random(in: 0..<RecoveryWords.count / 2)
        for number in [first, Int.random(in: RecoveryWords.count / 2..<RecoveryWords.count)] {
            try ask(number, sheet, words)
        }
    }

    private func ask(_ number: Int, _ sheet: RecoverySheet, _ words: RecoveryWords) throws {
        for _ in 0..<3 {
            guard let typed = SheetPrompt.ask("Word \(number + 1) of the sheet: ") else { break }
            if words.matches(typed, sheet.words[number]) { return }
            StandardError.write("That is another word than on the sheet.\n")
        }
        throw Self.unconfirmed("Word \(number + 1) of the sheet was not given.")
    }

    private static func unconfirmed(_ why: String) -> NodeError {
        NodeError(
            description: "\(why) Backups are not set up. Once the sheet is at hand: sabir backup set-up FOLDER, which "
                + "shows it again and asks; or with --confirm \"FIRST LAST\", its first and its last word")
    }

    private func printNextSteps(_ settings: BackupSettings, _ place: BackupPlace) {
        let node = SafeText.lines(place.settings.node.name)
        StandardOutput.print("Backups of \(node) go to \(settings.folder); \(keep) stay.")
        if let mount = settings.mount {
            StandardOutput.print("They are made only while something is mounted at \(mount).")
        }
        for line in BackupUnit(folder: settings.folder, state: place.state).arrange() { StandardOutput.print(line) }
        StandardOutput.print(
            "See whether it works: sabir backup run, or systemctl start sabir-backup; then sabir doctor")
    }
}
