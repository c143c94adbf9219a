import Logging
import SabirNode
import SabirConfiguration
import SabirCore
import SabirFeed
import ServiceLifecycle

/// The node of this process: begun with what the configuration says, told of another one, and begun anew where the page
/// has written one.
struct ServedNode: Sendable {
    enum Event: Sendable {
        /// `SIGHUP`: configuration and certificates are to be read again.
        case hangup
        /// The page has written the configuration.
        case written
        case stop
    }

    /// A node, with what it was begun with.
    struct Running: Sendable {
        let node: Node
        let translationService: TranslationService?
        let carried: CarriedRooms
        var configuration: NodeConfiguration
        /// Nobody has set the place up.
        let isAwaited: Bool
    }

    /// Reads the configuration as it is now.
    let read: @Sendable () throws -> NodeConfiguration
    /// What the configuration is read from; nil where the page may not write one.
    let setsUp: (@Sendable () -> ConfigurationSource)?
    let events: AsyncStream<Event>
    let queue: AsyncStream<Event>.Continuation
    let logger: Logger
    private let metrics = NodeMetrics()

    init(
        read: @escaping @Sendable () throws -> NodeConfiguration, setsUp: (@Sendable () -> ConfigurationSource)?,
        events: AsyncStream<Event>, queue: AsyncStream<Event>.Continuation, logger: Logger
    ) {
        self.read = read
        self.setsUp = setsUp
        self.events = events
        self.queue = queue
        self.logger = logger
    }

    /// Before the configuration of a node that is to begin is read: a backup that the page was given takes its place.
    /// Returns what is to be said of it.
    static func takeBackup() throws -> String? {
        let folder = ConfigurationEnvironment.current().stateDirectory
        return try LaidState.take(in: folder).map { aside in
            "The backup is in its place. What was there before is in \(aside); delete it once nobody needs it."
        }
    }

    /// Opens the rooms. Throws a `Failure` for people.
    func begin(_ configuration: NodeConfiguration) async throws -> Running {
        let setup = setsUp.map { source in
            PlaceSetup(
                source(), in: configuration.node.stateDirectory, on: .current(), logger: logger,
                begin: { [queue] in queue.yield(.written) })
        }
        let isAwaited = setup?.isAwaited == true
        guard isAwaited || !configuration.rooms.isEmpty || !configuration.relays.isEmpty else {
            throw Failure.usage("There is no room to open. Name one with --room NAME, or in the configuration.")
        }
        do throws(NodeError) { try Node.checkFolder(of: configuration) } catch {
            throw Failure(error.description, status: Failure.configuration)
        }
        for warning in configuration.warnings + configuration.outdated { logger.warning("\(warning)") }
        let translationService =
            configuration.translation.enabled
            ? TranslationService(configuration, metrics: metrics, logger: logger) : nil
        await translationService?.translator.start()
        let carried = CarriedRooms()
        do {
            let node = try await Node.start(
                configuration, translationService: translationService, metrics: metrics, setup: setup, logger: logger,
                carried: carried.changed)
            let running = Running(
                node: node, translationService: translationService, carried: carried, configuration: configuration,
                isAwaited: isAwaited)
            note(running)
            return running
        } catch let error as NodeError {
            await translationService?.close()
            throw Failure(error.description)
        }
    }

    /// With what the page has written, or the backup that it was given.
    func beginAnew() async throws -> Running {
        if setsUp != nil, let told = try Self.takeBackup() { logger.notice("\(told)") }
        return try await begin(try read())
    }

    /// For `check-config`.
    ///
    /// - Parameter taken: what it was told of last.
    private func note(_ running: Running, taken: NodeConfiguration? = nil) {
        guard running.node.ownsFolder else { return }
        let configuration = running.configuration
        do throws(PrivateFileError) {
            try RunningConfiguration.save(
                configuration.source, taken: taken?.source, in: configuration.node.stateDirectory)
        } catch {
            logger.warning("check-config cannot know what this node runs with: \(error)")
        }
    }

    func end(_ running: Running) async {
        if running.node.ownsFolder {
            try? RunningConfiguration.remove(in: running.configuration.node.stateDirectory)
        }
        await running.node.stop()
        running.carried.end()
        await running.translationService?.close()
    }

    /// What there is to print of rooms that are open.
    func tell(_ rooms: [Node.OpenRoom]) {
        for room in rooms { StandardOutput.print("open \(room.info.name) \(room.address) \(room.info.id)") }
        for room in rooms {
            if let invite = room.invite { StandardOutput.print("invite \(room.info.name) \(invite)") }
        }
        for room in rooms {
            guard let page = room.page else { continue }
            StandardOutput.print("page \(room.info.name) \(page)")
            PageCode.show(page)
        }
    }

    /// Takes what a running node can take of the file as it is now. A file with a problem changes nothing.
    func reload(_ running: inout Running) async {
        await running.node.reloadCertificates()
        let new: NodeConfiguration
        let keys: ReloadedKeys
        let files: Node.ReloadedFiles
        var next = running.configuration
        do {
            new = try read()
            keys = next.reload(new)
            files = try await running.node.files(of: next)
        } catch {
            logger.error("SIGHUP: nothing is changed")
            for line in "\(error)".split(separator: "\n") { logger.error("\(line)") }
            return
        }
        for warning in new.warnings + new.outdated { logger.warning("\(warning)") }
        running.configuration = next
        note(running, taken: new)
        tell(await running.node.take(next, files))
        logger.notice("SIGHUP: the configuration was read again")
        for sentence in keys.sentences { logger.notice("\(sentence)") }
    }
}

/// A served node as a service: runs until it is told to stop, then says goodbye.
struct ServedNodeService: Service, CustomStringConvertible {
    let served: ServedNode
    let first: ServedNode.Running
    /// `ServiceGroup` keeps one of each service for its log: made of all members it would be a megabyte, secrets included.
    var description: String { "node" }

    /// By now signals are caught: whoever reads that a room is open may end it properly.
    func run() async throws {
        try await withGracefulShutdownHandler {
            var running = first
            while true {
                let telling = tell(running)
                let settling = Task { await StartPages.releaseOnceSettled() }
                let isOver = await serve(&running)
                settling.cancel()
                await served.end(running)
                await telling.value
                if isOver { return }
                running = try await served.beginAnew()
            }
        } onGracefulShutdown: {
            served.queue.yield(.stop)
        }
    }

    /// Until the node is to end; true where the process is, too. One that waits for settings begins anew where somebody has
    /// put them into a file by hand.
    private func serve(_ running: inout ServedNode.Running) async -> Bool {
        for await event in served.events {
            switch event {
            case .hangup where running.isAwaited && served.setsUp?() != .builtIn: return false
            case .hangup: await served.reload(&running)
            case .written: return false
            case .stop: return true
            }
        }
        return true
    }

    /// What there is to print. The task ends with the node.
    private func tell(_ running: ServedNode.Running) -> Task<Void, Never> {
        let node = running.node
        served.tell(node.rooms)
        if let irc = node.ircAddress { StandardOutput.print("irc \(irc)") }
        if let secure = node.securePage {
            let (word, path) = running.isAwaited ? ("setup", "setup") : ("secure", "staff")
            StandardOutput.print("\(word) \(secure.address)/\(path) \(secure.fingerprint)")
        }
        return Task { [carried = running.carried] in await carried.tell() }
    }
}
