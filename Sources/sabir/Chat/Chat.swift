import Foundation
import Logging
import NIOPosix
import SabirNode
import SabirRooms
import SabirTerminal
import SabirTranslation
import SabirWire

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

    /// Chats until it is over; throws a `Failure` where it did not end by leaving.
    func run(by route: any RoomRoute) async throws {
        defer { console.close() }
        let name = try options.cleanName()
        let hello = Hello(room: nil, name: name, lang: options.language, client: Version.client)
        let room = RemoteRoom(hello, by: route, on: MultiThreadedEventLoopGroup.singleton.next(), logger: logger)
        let desk = usesTranslation ? TranslationDesk(configuration, logger: logger) : nil
        await desk?.translator.start()
        let session = ChatSession(room: room, desk: desk, view: view(desk), name: name, lang: options.language)
        let fault = await session.run(console.events)
        await desk?.close()
        if let fault {
            console.close()
            // A program has been told by an event.
            throw options.json ? Failure("", status: 1) : Failure(fault.reason)
        }
    }

    private var usesTranslation: Bool { configuration.translation.enabled && !options.noTranslate }

    private func view(_ desk: TranslationDesk?) -> any ChatView {
        let catalogue = desk?.catalogue ?? .english
        if options.json { return JSONView(catalogue: catalogue) { [console] in console.print([$0]) } }
        return TerminalView(console: console, painter: painter, catalogue: catalogue)
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
