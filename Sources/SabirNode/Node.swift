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
/// `NodeAssembly` starts its parts in the order of their dependencies; `StartedParts` ends them. Immutable once
/// started.
package struct Node: Sendable {
    /// A room when it was opened.
    package struct OpenRoom: Sendable, Hashable {
        package let info: RoomInfo
        /// The address at which others most likely reach the room.
        package let address: NodeAddress
        /// The room's address in a browser, `http://HOST:PORT/r/ROOM`; nil without a page.
        package let page: String?
        /// An invite by which others are sure to reach this node; nil without TLS.
        package let invite: Invite?
        /// The invite with the address at which this machine reaches itself.
        package let localInvite: Invite?
    }

    /// The rooms at the node's start.
    package let rooms: [OpenRoom]
    /// The node's address for IRC clients; nil without IRC.
    package var ircAddress: NodeAddress? { irc?.address }
    /// The address at which this machine reaches the node.
    package var localAddress: NodeAddress { NodeAddress(host: LocalAddress.own(bound.host), port: bound.port) }
    let services: NodeServices
    let page: PageService?
    let irc: IRCService?
    let sharing: SharingService?
    let opening: ConfiguredRooms
    let bound: NodeAddress
    let fingerprint: Fingerprint?
    var history: HistoryKeeper? { opening.history }
    let hosted: [HostedRoom]
    let parts: StartedParts
    let logger: Logger

    /// Opens the configured rooms. Throws a `NodeError` for people on failure.
    ///
    /// - Parameter translationService: translates for the page's readers and for guests without an engine; nil if this
    ///   node does not translate.
    /// - Parameter metrics: the metrics that the translation service counts for too.
    /// - Parameter setup: the settings that the page may write; nil if it writes none.
    /// - Parameter carried: called when a relay opens a room on this side, with the room's address on the page if there
    ///   is one, and when the room is closed.
    package static func start(
        _ configuration: NodeConfiguration, translationService: TranslationService? = nil,
        metrics: SabirMetrics = .ofNode(), setup: (any WebSetup)? = nil,
        logger: Logger,
        carried: @escaping @Sendable (RoomInfo, _ isOpen: Bool, _ page: String?) -> Void = { _, _, _ in }
    ) async throws -> Node {
        var assembly = NodeAssembly(
            configuration: configuration, translationService: translationService, metrics: metrics, setup: setup,
            carried: carried, logger: logger)
        do {
            return try await assembly.start()
        } catch {
            _ = await assembly.parts.end(within: patience)
            throw error
        }
    }

    /// The page over HTTPS with the node's own certificate, and the certificate's fingerprint as browsers show it; nil
    /// if there is none.
    package var securePage: (address: String, fingerprint: String)? { page?.secure }

    /// Throws why a node with this configuration would not own its state folder: another node uses it, or it is not
    /// writable. A service that went on with new ids would be unknown to everybody who knows its rooms.
    package static func checkFolder(of configuration: NodeConfiguration) throws(NodeError) {
        try IdentityFile.check(configuration.node.stateDirectory)
    }

    /// Whether this node alone uses the state folder.
    package var ownsFolder: Bool { opening.ownsFolder }

    /// Lets one of this machine's own devices join without the room's password: the chat of the person who opened the
    /// room.
    package func exempt(_ device: String, in room: String) async {
        await hosted.first { $0.settings.info.id == room }?.exempt(device)
    }

    /// Reads the certificates of the page and of IRC again, if any. A problem is logged, and the certificate in use
    /// stays.
    package func reloadCertificates() async {
        await page?.reload()
        await irc?.reload()
    }

    /// Everything that can fail when a new configuration is applied, done in advance.
    package struct ReloadedFiles: Sendable {
        /// Nil if the node does not translate.
        fileprivate let books: TranslationBooks?
        /// Password verification of new rooms with a password, by room name.
        fileprivate let passwords: [String: any PasswordVerification]
    }

    /// Reads the files that the configuration names and that may have changed. Throws a `NodeError` if one cannot be
    /// read; nothing is changed by then.
    package func files(of configuration: NodeConfiguration) async throws(NodeError) -> ReloadedFiles {
        var passwords: [String: any PasswordVerification] = [:]
        for room in await services.lacking(of: configuration) {
            passwords[room.name] = try await opening.verification(of: room)
        }
        let books =
            services.translates ? try TranslationService.books(rereading: configuration, logger: logger) : nil
        return ReloadedFiles(books: books, passwords: passwords)
    }

    /// Applies what a running node can take of a new configuration. Logs each setting that a room keeps unchanged.
    ///
    /// - Returns: the rooms that were opened.
    package func apply(_ configuration: NodeConfiguration, _ files: ReloadedFiles) async -> [OpenRoom] {
        await page?.apply(configuration)
        await sharing?.apply(configuration.limits)
        for room in await services.closeRemoved(of: configuration) { await history?.drop(room) }
        for sentence in await services.apply(configuration, files.books) { logger.notice("\(sentence)") }
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

    /// Opens a room; nil if that fails, which is logged.
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
            await services.add(opened, room)
            await services.announce(opened.hosted)
            return opened.hosted
        } catch {
            logger.error("the room \"\(room.name)\" is not opened: \(error)")
            return nil
        }
    }

    /// How long all parts together may take when the node stops: a second less than the service manager allows
    /// (config/sabir.service).
    private static let patience = Duration.seconds(9)

    /// Withdraws the announcements, stores what was said, says goodbye to every member, and closes; from then on
    /// another node may use the state directory. In the order of `StartedParts.Stage`. Unresponsive members delay it by
    /// 5 seconds in all, however many rooms there are, and nothing delays it by more than 9.
    package func stop() async {
        let left = await parts.end(within: Self.patience)
        guard !left.isEmpty else { return }
        logger.error("the node stops without waiting longer for: \(left.joined(separator: ", "))")
    }
}

extension Node.OpenRoom {
    /// - Parameters:
    ///   - bound: the address on which the node listens for its rooms.
    ///   - fingerprint: the node's certificate; nil without TLS.
    init(_ room: HostedRoom, at bound: NodeAddress, _ fingerprint: Fingerprint?, _ page: PageService?) {
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
