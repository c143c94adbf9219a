import ArgumentParser
import Glibc
import SabirCore
import SabirProtocol
import SabirTerminal
import SabirTranslation

struct EnginesInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Install what translates a pair of languages: from Debian, or from a stick.",
        discussion: """
            With two languages it installs Debian's package of Apertium: as root it runs apt-get, else it prints the \
            command.

            With --bundle it installs the models for LibreTranslate in a folder, such as one on a USB stick: \
            .argosmodel files, or folders with metadata.json, and beside them SHA256SUMS, which names each file. It \
            checks all of them before it copies anything. If one file is missing, wrong or not named there, it takes \
            nothing.

            Examples:  sudo sabir engines install es it
                       sudo sabir engines install --bundle /media/stick/models
                       sabir engines install --bundle /media/stick/models --dry-run
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "One language, such as es.", transform: LanguageTag.known)
    var one: LanguageTag?

    @Argument(help: "The other, such as it.", transform: LanguageTag.known)
    var other: LanguageTag?

    @Option(help: "A folder with models and their SHA256SUMS.")
    var bundle: String?

    @Option(help: "Where models are copied to.")
    var models = ModelFolder.usual

    @Flag(help: "Install nothing: print the command, or check the bundle.")
    var dryRun = false

    func validate() throws {
        guard bundle == nil ? other != nil : one == nil else {
            throw ValidationError("Name two languages, or a folder with models by --bundle.")
        }
        guard models.hasPrefix("/") else {
            throw ValidationError("--models names a whole path, such as \(ModelFolder.usual).")
        }
    }

    func run() throws {
        if let bundle { return try install(from: bundle) }
        guard let one, let other else { return }
        try installPackage(one, other)
    }

    private func installPackage(_ one: LanguageTag, _ other: LanguageTag) throws {
        guard let package = DebianPairs.package(one, other) else {
            throw Failure(
                "Debian has no package for \(one) and \(other). Other engines have more languages: docs/engines.md.")
        }
        let command = ["apt-get", "install", "--no-install-recommends", "--yes", package]
        let next = "systemctl restart apertium-apy"
        guard !dryRun, geteuid() == 0, BoundedCommand.isThere("apt-get") else {
            return StandardOutput.print("\(command.joined(separator: " "))\n\(next)")
        }
        StandardError.write("sabir: \(command.joined(separator: " ")); when it is done: \(next)\n")
        // The command replaces this process, so its questions and its exit status are its own.
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        execvp(command[0], &words)
        throw Failure("apt-get cannot be run: \(String(cString: strerror(errno))).")
    }

    /// Checking takes as long as reading the whole stick.
    private func install(from folder: String) throws {
        let endpoints = try common.configuration(secrets: .none).translation.endpoints
        StandardError.write("sabir: checking \(SafeText.line(folder)), which takes a while\n")
        let bundle = try ModelBundle(checking: folder)
        let place = ModelFolder(models)
        if dryRun {
            try place.checkRoom(for: bundle)
            for model in bundle.models { StandardOutput.print(Self.line(model)) }
            return StandardOutput.print("All files are as their checksums say. Nothing was installed.")
        }
        try place.install(bundle) { StandardOutput.print(Self.line($0) + ", installed") }
        for line in ModelService(folder: place, endpoints: endpoints).arrange() { StandardOutput.print(line) }
    }

    private static func line(_ model: BundledModel) -> String {
        let version = model.version.isEmpty ? "" : ", version \(SafeText.name(model.version, columns: 20))"
        return "\(model.from) > \(model.to)\(version), \((model.bytes + 999_999) / 1_000_000) MB"
    }
}
