import Foundation
import Logging
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirTranslation
import SabirTerminal
import SabirProtocol
import SabirCore
import SabirNode

/// A chat in this terminal, from the first line to the exit status.
struct Chat {
    let options: ChatOptions
    let configuration: NodeConfiguration
    let logger: Logger
    let console: any LineConsole
    let painter: Painter

    init(_ options: ChatOptions, _ configuration: NodeConfiguration, logLevel: Logger.Level?) throws {
        self.options = options
        self.configuration = configuration
        let abilities = ConsoleAbilities(
            input: STDIN_FILENO, output: STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
        painter = options.json ? .plain : abilities.painter
        console = try Self.console(editing: abilities.editing && !options.json)
        logger = Self.logger(abilities.editing && !options.json ? console : nil, logLevel)
    }

    /// The translation service of this chat, while its engines are being checked; nil if this chat does not translate.
    func translationService() async -> TranslationService? {
        guard configuration.translation.enabled, !options.noTranslate else { return nil }
        let translationService = TranslationService(configuration, logger: logger)
        await translationService.translator.start()
        return translationService
    }

    /// Runs the chat to its end and closes the translation service. Throws an error with a sentence unless the person
    /// left.
    ///
    /// - Parameter mayAskHost: whether the room's host is another node, whose engines may be asked too.
    /// - Parameter target: what the person asked to join; it identifies the stored outbox.
    /// - Parameter security: nil without TLS.
    /// - Parameter exempting: receives the secret of this chat's device before it joins; set if this program hosts the
    ///   room itself.
    func run(
        _ translationService: TranslationService?, mayAskHost: Bool = true, to target: JoinTarget,
        by route: any RoomRoute,
        security: (any GuestSecurity)?, exempting: ((String) async -> Void)? = nil
    ) async throws {
        defer { console.close() }
        let name = try options.cleanName()
        // This program's own room lets its host in without the password; the password in the file is for guests.
        let password = exempting == nil ? try options.password() : nil
        let device = try staffKey()
        let directory = OutboxDirectory(stateDirectory: configuration.node.stateDirectory, isStaff: options.staff)
        let outbox = await directory.outbox(for: .init(name: name, way: target.description, room: target.roomID))
        let hello = Hello(room: nil, name: name, lang: options.language, client: ProgramVersion.client)
        let guest = device ?? outbox.device
        await exempting?(guest.secret(for: target.roomID))
        let room = RemoteRoom(
            hello, as: guest, isPatient: outbox.hasSomethingToSend, by: route, security: security, password: password,
            asksForPassword: asksForPassword, on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        let wording = translationService?.wording ?? ReaderWording(configuration, logger: logger)
        if !options.json, directory.recordFirstUse() { tellFirst(wording) }
        let session = ChatSession(
            room: room, outbox: outbox, translationService: translationService, mayAskHost: mayAskHost,
            wording: wording, view: view(wording), name: name, lang: options.language,
            advice: AdviceData(configuration, logger: logger), isStaff: options.staff)
        let fault = await session.run(console.events)
        await security?.settle()
        await translationService?.close()
        if let fault {
            console.close()
            // A program was told by an event. A person was told by a sentence about the messages that did not arrive.
            guard !options.json, fault.code != .undelivered else { throw Failure("") }
            let which = await commands(answering: fault, at: target, plaintext: security == nil)
            throw Failure(wording.interface.sentence(fault, in: options.language) + which)
        }
    }

    /// If a node asks which of its rooms is meant: the command for each room.
    private func commands(answering fault: WireFault, at target: JoinTarget, plaintext: Bool) async -> String {
        guard fault.code == .noRoom, case .address(let address, nil) = target else { return "" }
        return await RoomCommands.list(at: address, plaintext: plaintext)
    }

    /// Whether to ask for a password. With a password file there is nobody to ask for another. A person is asked at a
    /// terminal; a program that speaks JSON marks the line that is the password.
    private var asksForPassword: Bool {
        options.passwordFile == nil && (options.json || isatty(STDIN_FILENO) == 1)
    }

    /// Tells the limits of translations before anybody relies on them.
    private func tellFirst(_ wording: ReaderWording) {
        let sentence = "! " + wording.interface.sentence("notice.first", in: options.language)
        let rows = LineLayout.rows([Span(sentence, .warning)], columns: console.columns, indent: 2)
        console.print(rows.map(painter.paint))
    }

    /// The staff key, sent only to the host, and only if the options ask for it.
    private func staffKey() throws -> GuestDevice? {
        guard options.staff else { return nil }
        return GuestDevice(secret: try StaffKey.own(in: configuration.node.stateDirectory).secret)
    }

    /// Tells only programs: a person reads the sentence in the log beside the chat.
    func tellProgram(_ sentence: String) {
        var view = self.view(ReaderWording(configuration, logger: logger))
        view.showSentence(sentence)
    }

    private func view(_ wording: ReaderWording) -> any ChatView {
        if options.json {
            return JSONView(wording: wording, lang: options.language) { [console] in console.print([$0]) }
        }
        return TerminalView(console: console, painter: painter, wording: wording, lang: options.language)
    }

    private static func console(editing: Bool) throws -> any LineConsole {
        editing ? try LineEditor(LineEditor.Setup()) : try LineReader()
    }

    /// Logs above the line being typed if there is a console, otherwise to standard error.
    private static func logger(_ console: (any LineConsole)?, _ level: Logger.Level?) -> Logger {
        var logger =
            console.map { console in Logger(label: "sabir", factory: { _ in ConsoleLogHandler(console: console) }) }
            ?? Logger(label: "sabir", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = level ?? .warning
        return logger
    }
}
