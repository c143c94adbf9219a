import ArgumentParser
import Glibc
import SabirCore

/// The command `sabir`. Exit status 0 after success, 1 for an error, 2 for wrong usage; 3 for severe findings of
/// `doctor`; 78 for a service whose configuration has problems or whose state folder is unusable.
@main
struct Sabir: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sabir",
        abstract: "Chat in one room, each in their own language, on a network of your own.",
        discussion: """
            Try it:   sabir host Reception --lang en      on one computer
                      sabir join Reception --lang es      on another
            """,
        version: ProgramVersion.text,
        subcommands: [
            ServeCommand.self, HostCommand.self, JoinCommand.self, RoomsCommand.self, InviteCommand.self,
            PasswordCommand.self, CertificateCommand.self, IdentityCommand.self, RelayCommand.self,
            TrustCommand.self, StaffCommand.self, TranslateCommand.self, PhrasesCommand.self,
            HistoryCommand.self, BackupCommand.self, RestoreCommand.self, CheckConfigCommand.self, DoctorCommand.self,
            StatusCommand.self, EnginesCommand.self,
        ])

    static func main() async {
        // A reader that goes away then shows as an error of the write instead of ending the process silently.
        signal(SIGPIPE, SIG_IGN)
        do {
            if let usage = UnknownCommand.usage(in: Array(CommandLine.arguments.dropFirst())) { throw usage }
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if let failure = Failure(error) {
                if !failure.description.isEmpty {
                    let text = "sabir: \(failure.description)\n"
                    StandardError.write(JournalLogHandler.isWanted ? JournalLogHandler.lines(text, .error) : text)
                }
                Glibc.exit(failure.status)
            }
            let code = exitCode(for: error)
            // ArgumentParser exits with EX_USAGE (64, sysexits.h) for wrong usage; this program uses 2.
            let text = fullMessage(for: error)
            if code == .success { print(text) } else if !text.isEmpty { StandardError.write(text + "\n") }
            Glibc.exit(code == .validationFailure ? 2 : code.rawValue)
        }
    }
}
