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

    /// What this end translates with, its engines being looked at; nil where it does not translate.
    func translationService() async -> TranslationService? {
        guard configuration.translation.enabled, !options.noTranslate else { return nil }
        let translationService = TranslationService(configuration, logger: logger)
        await translationService.translator.start()
        return translationService
    }

    /// Chats until it is over, and closes the translation service; throws a `Failure` where it did not end by leaving.
    ///
    /// - Parameter mayAskHost: whether the room's host is another node, whose engines may be asked too.
    /// - Parameter target: what was asked for: what waits from the last time is found by it.
    /// - Parameter security: nil where this end talks without TLS.
    /// - Parameter exempting: told the secret of this end's device before it joins, where the room is this program's own.
    func run(
        _ translationService: TranslationService?, mayAskHost: Bool = true, to target: JoinTarget,
        by route: any RoomRoute,
        security: (any GuestSecurity)?, exempting: ((String) async -> Void)? = nil
    ) async throws {
        defer { console.close() }
        let name = try options.cleanName()
        // Its own room lets this end in without; what the file holds is for those who come.
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
            // A program has been told by an event, and a person of messages that did not arrive by a sentence.
            guard !options.json, fault.code != .undelivered else { throw Failure("") }
            let which = await commands(answering: fault, at: target, plaintext: security == nil)
            throw Failure(wording.interface.sentence(fault, in: options.language) + which)
        }
    }

    /// Where a node asks which of its rooms is meant: the command for each.
    private func commands(answering fault: WireFault, at target: JoinTarget, plaintext: Bool) async -> String {
        guard fault.code == .noRoom, case .address(let address, nil) = target else { return "" }
        return await RoomCommands.list(at: address, plaintext: plaintext)
    }

    /// Whoever named a file with the password has nobody to ask for another. A person is asked at a terminal; a program
    /// that speaks JSON says itself which line is the password.
    private var asksForPassword: Bool {
        options.passwordFile == nil && (options.json || isatty(STDIN_FILENO) == 1)
    }

    /// What this program cannot be relied on for, before anybody relies on it.
    private func tellFirst(_ wording: ReaderWording) {
        let sentence = "! " + wording.interface.sentence("notice.first", in: options.language)
        let rows = LineLayout.rows([Span(sentence, .warning)], columns: console.columns, indent: 2)
        console.print(rows.map(painter.paint))
    }

    /// Said to the host alone, and only where it was asked for.
    private func staffKey() throws -> GuestDevice? {
        guard options.staff else { return nil }
        return try staffWork { () throws(NodeError) in
            GuestDevice(secret: try StaffKey.own(in: configuration.node.stateDirectory).secret)
        }
    }

    /// A person reads it in the log, which stands beside the chat.
    func tellProgram(_ sentence: String) {
        var view = self.view(ReaderWording(configuration, logger: logger))
        view.tell(sentence)
    }

    private func view(_ wording: ReaderWording) -> any ChatView {
        if options.json {
            return JSONView(wording: wording, lang: options.language) { [console] in console.print([$0]) }
        }
        return TerminalView(console: console, painter: painter, wording: wording, lang: options.language)
    }

    private static func console(editing: Bool) throws -> any LineConsole {
        do throws(TerminalError) {
            return editing ? try LineEditor(LineEditor.Setup()) : try LineReader()
        } catch {
            throw Failure(error.description)
        }
    }

    /// While a line is being typed the log goes above it; otherwise to standard error.
    private static func logger(_ console: (any LineConsole)?, _ level: Logger.Level?) -> Logger {
        var logger =
            console.map { console in Logger(label: "sabir", factory: { _ in ConsoleLogHandler(console: console) }) }
            ?? Logger(label: "sabir", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = level ?? .warning
        return logger
    }
}
