import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirWeb

/// The settings file that the page writes: `sabir.toml` in the state directory.
///
/// Another file, such as `/etc/sabir/sabir.toml`, takes precedence and is never changed.
package actor PlaceSetup: WebSetup {
    /// Whether the node has no configuration and waits for one.
    package nonisolated let isAwaited: Bool
    private let source: ConfigurationSource
    private let environment: ConfigurationEnvironment
    private let folder: String
    private let logger: Logger
    private let begin: @Sendable () -> Void
    /// Whether a backup is being checked or the node restarts with new settings: settings from another device would be
    /// confirmed and then lost.
    private var isTaken = false

    private var path: String { ConfigurationSource.own(in: folder) }
    /// The file with the setup code, for whoever installs the package.
    private var codeFile: PrivateFile { PrivateFile(path: folder + "/setup-code") }

    /// - Parameters:
    ///   - source: the node's present configuration.
    ///   - folder: the state directory.
    ///   - begin: restarts the node with the saved settings.
    package init(
        _ source: ConfigurationSource, in folder: String, on environment: ConfigurationEnvironment, logger: Logger,
        begin: @escaping @Sendable () -> Void
    ) {
        isAwaited = source == .builtIn
        self.source = source
        self.environment = environment
        self.folder = folder
        self.logger = logger
        self.begin = begin
    }

    /// Includes the rooms' ids even if the file has none, so that a renamed room stays the same room.
    package func settings() throws(PlaceFault) -> PlaceSettings {
        guard !isAwaited else {
            let name = NodeConfiguration(on: environment).node.name
            // The name is part of it, because two houses on one network would otherwise have rooms of the same name.
            var settings = PlaceSettings(named: name)
            settings.rooms = [PlaceSettings.Room(named: name)]
            return settings
        }
        var settings = PlaceSettings(try current())
        let known = try? IdentityFile.peek(in: folder)
        for index in settings.rooms.indices where settings.rooms[index].id == nil {
            settings.rooms[index].id = known?.rooms[settings.rooms[index].name]?.uuidString.lowercased()
        }
        return settings
    }

    package func save(_ settings: PlaceSettings, by who: String) async throws(PlaceFault) {
        try checkFree()
        let text = try settings.file(keeping: isAwaited ? nil : try current().web.staffPIN)
        do throws(ConfigurationError) {
            _ = try NodeConfiguration(parsing: text, file: path, on: environment)
        } catch {
            let problem = error.problems[0]
            throw PlaceFault(PlaceSettings.field(of: problem), "\(problem.key): \(problem.message).")
        }
        do throws(PrivateFileError) {
            try PrivateFile(path: path).write(Data(text.utf8))
            try codeFile.remove()
        } catch {
            throw logged("file", "The settings cannot be kept: \(error)")
        }
        if isAwaited {
            isTaken = true
            backup.delete()
        }
        logger.notice("the settings were changed at the page by \(who); the rooms open anew with them")
        begin()
    }

    // MARK: From a backup

    private var backup: ReceivedBackup { ReceivedBackup(in: folder) }

    package func receive(_ piece: Data, at offset: Int) throws(PlaceFault) {
        try checkFree()
        try onBackup { try backup.write(piece, at: offset) }
    }

    package func restore(_ words: String, by who: String) async throws(PlaceFault) {
        try checkFree()
        let key = try key(words)
        isTaken = true
        do throws(NodeError) {
            let made = try await backup.prepare(opening: key, on: environment)
            logger.notice("the backup of \(made.node) is restored by \(who); the node starts anew from it")
        } catch {
            isTaken = false
            throw logged("backup", error.description)
        }
        begin()
    }

    private func checkFree() throws(PlaceFault) {
        guard isTaken else { return }
        throw PlaceFault("taken", "Another device is setting this place up at this moment. Look again in a minute.")
    }

    /// The key of the sheet for which the backup was encrypted.
    private func key(_ words: String) throws(PlaceFault) -> RecoveryKey {
        let shared = DataFolder.locate(configured: NodeConfiguration(on: environment).node.dataDirectory)
        let key: RecoveryKey
        do throws(NodeError) { key = try RecoveryWords(shared: shared).key(of: words) } catch {
            throw PlaceFault("words", error.description)
        }
        guard try onBackup({ try backup.belongs(to: key) }) else {
            throw PlaceFault("words", "This is the key of sheet \(key.sheet), and the backup is another sheet's.")
        }
        return key
    }

    private func onBackup<Value>(_ work: () throws -> Value) throws(PlaceFault) -> Value {
        do { return try work() } catch { throw logged("backup", "\(error)") }
    }

    /// A fault that the page tells in general: the log says what it is.
    private func logged(_ field: String, _ text: String) -> PlaceFault {
        logger.error("at /setup: \(text)")
        return PlaceFault(field, text)
    }

    package func tell(code: String, at address: String) {
        logger.notice("This place is not set up yet. Open \(address) and type the code \(code)")
        logger.attempt(orLog: .warning, "Only this log has the code") {
            try codeFile.write(Data("\(code)\n\(address)\n".utf8))
        }
    }

    /// The file's present content, if the page wrote it.
    private func current() throws(PlaceFault) -> NodeConfiguration {
        guard source == .file(path) else {
            guard case .file(let other) = source else { throw PlaceFault("locked", "No file was written here yet.") }
            throw PlaceFault("locked", "The settings of this place are in \(other). Change them there.")
        }
        guard let text = try? environment.read(path, atMost: TOMLDocument.maximumBytes), PlaceSettings.isOwn(text)
        else {
            throw PlaceFault("locked", "\(path) was changed by hand: the page leaves it alone. Change it there.")
        }
        do throws(ConfigurationError) {
            return try NodeConfiguration(parsing: text, file: path, on: environment)
        } catch {
            throw PlaceFault("locked", "\(error.problems[0]). Mend it there.")
        }
    }
}
