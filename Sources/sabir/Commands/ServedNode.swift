import Logging
import SabirNode
import SabirConfiguration
import SabirCore
import SabirFeed
import UnixSignals

/// Runs this process's node: starts it by the configuration, passes on changes, and restarts it after the page has
/// written a configuration.
struct ServedNode: Sendable {
    enum Event: Sendable {
        /// `SIGHUP`: read configuration and certificates again.
        case hangup
        case written
        case stop
    }

    struct Running: Sendable {
        let node: Node
        let translationService: TranslationService?
        let carried: CarriedRooms
        var configuration: NodeConfiguration
        /// Whether the node waits for somebody to set the place up.
        let isAwaited: Bool
    }

    let read: @Sendable () throws -> NodeConfiguration
    /// Where the configuration comes from; nil if the page may not write one.
    let setsUp: (@Sendable () -> ConfigurationSource)?
    let logger: Logger
    private let events: AsyncStream<Event>
    private let queue: AsyncStream<Event>.Continuation
    private let metrics = SabirMetrics.ofNode()

    init(
        read: @escaping @Sendable () throws -> NodeConfiguration, setsUp: (@Sendable () -> ConfigurationSource)?,
        logger: Logger
    ) {
        (self.read, self.setsUp, self.logger) = (read, setsUp, logger)
        (events, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
    }

    /// Restores a backup that was uploaded to the page. Call it before reading the configuration of the next node.
    /// Returns a sentence to print.
    static func takeBackup() throws -> String? {
        let folder = ConfigurationEnvironment.current().stateDirectory
        return try LaidState.putInPlace(in: folder).map { aside in
            "The backup is in its place. What was there before is in \(aside); delete it once nobody needs it."
        }
    }

    /// Serves until `SIGTERM` or `SIGINT`, then says goodbye. Throws a `Failure` for people.
    func run(_ configuration: NodeConfiguration) async throws {
        var running = try await begin(configuration)
        // Caught before the rooms are printed, so that whoever reads that a room is open can end the node properly.
        let signals = await UnixSignalsSequence(trapping: .sighup, .sigterm, .sigint)
        let hearing = Task { [queue] in
            for await signal in signals { queue.yield(signal == .sighup ? .hangup : .stop) }
        }
        defer { hearing.cancel() }
        while true {
            let telling = printRooms(of: running)
            let settling = Task { await StartPages.releaseOnceSettled() }
            let isOver = await serve(&running)
            settling.cancel()
            await end(running)
            await telling.value
            if isOver { return }
            running = try await beginAnew()
        }
    }

    /// Starts a node and opens its rooms.
    private func begin(_ configuration: NodeConfiguration) async throws -> Running {
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
            recordRunning(running)
            return running
        } catch let error as NodeError {
            await translationService?.close()
            throw Failure(error.description)
        }
    }

    /// Starts a new node after the page has written a configuration or received a backup.
    private func beginAnew() async throws -> Running {
        if setsUp != nil, let told = try Self.takeBackup() { logger.notice("\(told)") }
        return try await begin(try read())
    }

    /// Records the running configuration for `check-config`.
    ///
    /// - Parameter taken: the configuration that the node was told of last.
    private func recordRunning(_ running: Running, taken: NodeConfiguration? = nil) {
        guard running.node.ownsFolder else { return }
        let configuration = running.configuration
        logger.attempt(orLog: .warning, "check-config cannot know what this node runs with") {
            try RunningConfiguration.save(
                configuration.source, taken: taken?.source, in: configuration.node.stateDirectory)
        }
    }

    private func end(_ running: Running) async {
        if running.node.ownsFolder {
            try? RunningConfiguration.remove(in: running.configuration.node.stateDirectory)
        }
        await running.node.stop()
        running.carried.end()
        await running.translationService?.close()
    }

    private func printRooms(_ rooms: [Node.OpenRoom]) {
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

    /// Applies the changes in the file that a running node can apply. A file with a problem changes nothing.
    private func reload(_ running: inout Running) async {
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
        recordRunning(running, taken: new)
        printRooms(await running.node.apply(next, files))
        logger.notice("SIGHUP: the configuration was read again")
        for sentence in keys.sentences { logger.notice("\(sentence)") }
    }

    /// Runs until the node ends; true if the process ends too. A node that waits for settings restarts when somebody
    /// has written them into a file by hand.
    private func serve(_ running: inout Running) async -> Bool {
        for await event in events {
            switch event {
            case .hangup where running.isAwaited && setsUp?() != .builtIn: return false
            case .hangup: await reload(&running)
            case .written: return false
            case .stop: return true
            }
        }
        return true
    }

    /// Prints the rooms. The task ends with the node.
    private func printRooms(of running: Running) -> Task<Void, Never> {
        let node = running.node
        printRooms(node.rooms)
        if let irc = node.ircAddress { StandardOutput.print("irc \(irc)") }
        if let secure = node.securePage {
            let (word, path) = running.isAwaited ? ("setup", "setup") : ("secure", "staff")
            StandardOutput.print("\(word) \(secure.address)/\(path) \(secure.fingerprint)")
        }
        return Task { [carried = running.carried] in await carried.printChanges() }
    }
}
