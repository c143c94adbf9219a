import ArgumentParser
import Foundation
import Logging
import SabirConfiguration
import SabirSecurity
import SabirProtocol
import SabirNode

/// Options of a chat, shared by `host` and `join`.
struct ChatOptions: ParsableArguments {
    @Option(help: "Your name. Without it, the name of your login.")
    var name: String?

    @Option(
        help: "The language you read and write, such as es. Without it, that of your locale.",
        transform: LanguageTag.known)
    var lang: LanguageTag?

    @Flag(help: "Show lines as they were written.")
    var noTranslate = false

    @Flag(help: "Speak JSON, one object a line, for programs.")
    var json = false

    @Flag(help: "Come as staff, by this user's key (see: sabir staff --help).")
    var staff = false

    @Flag(help: "Talk without TLS: everybody on the network can read along. For rooms served with --plaintext.")
    var plaintext = false

    @Option(help: "File whose first line is the room's password. Without it, you are asked if the room has one.")
    var passwordFile: String?

    var language: LanguageTag { lang ?? .ofThisLocale() }

    /// The room's password for joining; nil if none was given.
    func password() throws -> Password? { try passwordFile.map(PasswordText.password) }

    /// Runs `work`; words a failure in the person's language. Programs are told in English.
    func worded(
        _ configuration: NodeConfiguration, _ logger: Logger, _ work: () async throws -> Void
    ) async throws {
        do {
            try await work()
        } catch {
            guard !json, let failure = Failure(error), failure.sentence.name != nil else { throw error }
            let wording = ReaderWording(configuration, logger: logger)
            throw Failure(wording.interface.sentence(failure.sentence, in: language), status: failure.status)
        }
    }

    func cleanName() throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let login = environment["USER"] ?? environment["LOGNAME"] ?? "guest"
        do throws(WireFault) {
            return try WireText.name(name ?? login)
        } catch {
            let told = error.told
            throw Failure.usage(
                Sentence("\(error.reason) Give another with --name.", as: told.name, told.values))
        }
    }
}
