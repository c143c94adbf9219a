import Foundation
import Logging
import SabirConfiguration
import SabirCore
import SabirFeed
import SabirHistory
import SabirProtocol
import SabirRoom
import SabirSecurity
import SabirTranslation
import SabirWeb

/// A running node: its rooms behind one port, their announcement, its page, and its engines lent to guests.
///
/// `NodeAssembly` starts its parts, each when those that it needs are ready; `StartedParts` ends them. Immutable once it
/// has started.
package final class Node: Sendable {
    /// A room as it was opened.
    package struct OpenRoom: Sendable, Hashable {
        package let info: RoomInfo
        /// Where others can most likely reach it.
        package let address: NodeAddress
        /// Where a browser can, `http://HOST:PORT/r/ROOM`; nil without a page.
        package let page: String?
        /// By which others are sure to meet this very node; nil where it talks without TLS.
        package let invite: Invite?
        /// The same by the address at which this machine reaches itself.
        package let localInvite: Invite?
    }

    /// Those of its start.
    package let rooms: [OpenRoom]
    /// Where clients of IRC reach the node; nil where they do not.
    package var ircAddress: NodeAddress? { irc?.address }
    /// Where this machine itself reaches the node.
    package let localAddress: NodeAddress
    private let services: NodeServices
    private let page: PageService?
    private let irc: IRCService?
    private let sharing: SharingService?
    private let opening: ConfiguredRooms
    private let bound: NodeAddress
    private let fingerprint: Fingerprint?
    let history: HistoryKeeper?
    let hosted: [HostedRoom]
    private let parts: StartedParts
    private let logger: Logger

    /// Opens the configured rooms. Throws a `NodeError` for people where that is not possible.
    ///
    /// - Parameter translationService: what the page's readers, and guests without an engine, have their lines
    ///   translated by; nil where this node does not translate.
    /// - Parameter metrics: the one that the translation service counts for too.
    /// - Parameter setup: the settings that the page may write; nil where it writes none.
    /// - Parameter carried: called when a relay opens a room on this side, with its address on the page where that shows
    ///   it, and when it no longer does.
    package static func start(
        _ configuration: NodeConfiguration, translationService: TranslationService? = nil,
        metrics: NodeMetrics = NodeMetrics(), setup: (any WebSetup)? = nil,
        logger: Logger,
        carried: @escaping @Sendable (RoomInfo, _ isOpen: Bool, _ page: String?) -> Void = { _, _, _ in }
    ) async throws -> Node {
        var assembly = NodeAssembly(
            configuration, translationService, metrics, setup: setup, carried: carried, logger)
        do {
            return try await assembly.node()
        } catch {
            _ = await assembly.parts.end(within: patience)
            throw error
        }
    }

    /// The page over HTTPS with the node's own certificate, and what browsers show of that; nil where there is none.
    package var securePage: (address: String, fingerprint: String)? { page?.secure }

    init(
        _ hosted: [HostedRoom], _ opening: ConfiguredRooms, bound: NodeAddress, _ fingerprint: Fingerprint?,
        _ services: NodeServices, _ page: PageService?, _ irc: IRCService?, _ sharing: SharingService?,
        _ history: HistoryKeeper?, _ parts: StartedParts, _ logger: Logger
    ) {
        self.bound = bound
        self.fingerprint = fingerprint
        rooms = hosted.map { OpenRoom($0, at: bound, fingerprint, page) }
        localAddress = NodeAddress(host: LocalAddress.own(bound.host), port: bound.port)
        self.opening = opening
        self.services = services
        self.page = page
        self.irc = irc
        self.sharing = sharing
        self.history = history
        self.hosted = hosted
        self.parts = parts
        self.logger = logger
    }

    /// Throws why a node with this configuration would not own its state folder: another node has it, or it cannot be
    /// written. A service that went on with new ids would be a stranger to everybody who knows its rooms.
    package static func checkFolder(of configuration: NodeConfiguration) throws(NodeError) {
        try IdentityFile.check(configuration.node.stateDirectory)
    }

    /// Whether the state folder is this node's alone; another may be using it.
    package var ownsFolder: Bool { opening.ownsFolder }

    /// Lets a device of this machine's own past a room's password: the chat of whoever opened the room.
    package func exempt(_ device: String, in room: String) async {
        await hosted.first { $0.settings.info.id == room }?.exempt(device)
    }

    /// Reads the certificates of the page and of IRC anew, where there are any. What is wrong with one is told to the log,
    /// and the one in use stays.
    package func reloadCertificates() async {
        await page?.reload()
        await irc?.reload()
    }

    /// What is needed to take a configuration that was read again: all of it that can fail.
    package struct ReloadedFiles: Sendable {
        /// Nil where the node does not translate.
        fileprivate let books: TranslationBooks?
        /// Of rooms that are new: by name, those with a password.
        fileprivate let passwords: [String: any PasswordVerification]
    }

    /// Reads what the configuration names and may have changed. Throws a `NodeError` where that cannot be read; nothing is
    /// changed by then.
    package func files(of configuration: NodeConfiguration) async throws(NodeError) -> ReloadedFiles {
        var passwords: [String: any PasswordVerification] = [:]
        for room in await services.lacking(of: configuration) {
            passwords[room.name] = try await opening.verification(of: room)
        }
        let books =
            services.translates ? try TranslationService.books(rereading: configuration, logger: logger) : nil
        return ReloadedFiles(books: books, passwords: passwords)
    }

    /// The configuration was read again, with what a running node can take of it. What a room keeps all the same is told to
    /// the log.
    ///
    /// - Returns: the rooms that were opened.
    package func take(_ configuration: NodeConfiguration, _ files: ReloadedFiles) async -> [OpenRoom] {
        await page?.take(configuration)
        await sharing?.take(configuration.limits)
        for room in await services.closeGone(of: configuration) { await history?.drop(room) }
        for sentence in await services.take(configuration, files.books) { logger.notice("\(sentence)") }
        for room in configuration.rooms where room.history == .disk && room.log == .node {
            if let id = await services.id(ofRoom: room.name) { await history?.apply(room.retention, to: id) }
        }
        var opened: [OpenRoom] = []
        for room in await services.lacking(of: configuration) {
            if let hosted = await open(room, files.passwords[room.name], configuration) {
                opened.append(OpenRoom(hosted, at: bound, fingerprint, page))
            }
        }
        return opened
    }

    /// Nil where it cannot be had, which is told to the log.
    private func open(
        _ room: RoomConfiguration, _ password: (any PasswordVerification)?, _ configuration: NodeConfiguration
    ) async -> HostedRoom? {
        guard await services.isFree(room.name) else {
            logger.error(
                "the room \"\(room.name)\" is not opened: one of that name is open here already; close it, and reload again"
            )
            return nil
        }
        do {
            let opened = try await opening.open(room, password, in: configuration)
            await services.add(opened.hosted, room, sight: opened.sight)
            await services.announce(opened.hosted)
            return opened.hosted
        } catch {
            logger.error("the room \"\(room.name)\" is not opened: \(error)")
            return nil
        }
    }

    /// For all parts together, when the node stops: a second less than the service's manager gives (config/sabir.service).
    private static let patience = Duration.seconds(9)

    /// Withdraws the announcements, keeps what was said, says goodbye to every member, and closes: from then on another
    /// node may use the state directory. In the order of `StartedParts.Stage`. Members that do not answer hold it up for 5
    /// seconds in all, however many rooms there are, and nothing for longer than 9.
    package func stop() async {
        let left = await parts.end(within: Self.patience)
        guard !left.isEmpty else { return }
        logger.error("the node stops without waiting longer for: \(left.joined(separator: ", "))")
    }
}

extension Node.OpenRoom {
    /// - Parameters:
    ///   - bound: where the node's rooms are listened for.
    ///   - fingerprint: of the node's certificate; nil where it talks without TLS.
    fileprivate init(_ room: HostedRoom, at bound: NodeAddress, _ fingerprint: Fingerprint?, _ page: PageService?) {
        let (info, interfaces) = (room.settings.info, room.settings.interfaces)
        let host = LocalAddress.reachable(bound.host, on: interfaces)
        let address = NodeAddress(host: host, port: bound.port)
        let local = NodeAddress(host: LocalAddress.own(bound.host), port: bound.port)
        func invite(_ address: NodeAddress) -> Invite? {
            fingerprint.flatMap { Invite(host: address.host, port: address.port, room: info.id, fingerprint: $0) }
        }
        self.init(
            info: info, address: address, page: page?.address(of: info, on: NetworkSide(only: interfaces)),
            invite: invite(address), localInvite: invite(local))
    }
}
