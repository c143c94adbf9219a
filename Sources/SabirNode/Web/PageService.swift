import Foundation
import Logging
import NIOCore
import SabirRooms
import SabirWeb
import SabirWire

/// The node's web page: its settings, its certificate and its server, put together from the configuration.
struct PageService: Sendable {
    let port: Int
    private let server: WebServer
    private let base: @Sendable (Int) -> String
    private let certificate: ReloadableCertificate?
    private let logger: Logger

    /// Nil where the configuration wants no page, and where the files of the page are not to be found, which is told to
    /// the log. Throws a `NodeError` where the page was asked for a port that cannot be had, or a certificate is wrong.
    static func start(
        _ configuration: NodeConfiguration, house: House, metrics: NodeMetrics, logger: Logger
    ) async throws -> PageService? {
        guard configuration.web.enabled else { return nil }
        guard let folder = DataFolder.locate(configured: configuration.node.dataDirectory) else {
            logger.warning("There is no page: the folder \"share\" was not found. Name it in [node] data_directory.")
            return nil
        }
        tellOfPasswords(configuration, logger)
        let plan = PagePlan(configuration, folder: folder + "/web", certificate: try certificate(configuration.web.tls))
        for port in FallbackPort.choices(configuration.web.port, usual: WebConfiguration.defaultPort) {
            let server = WebServer(
                settings: plan.settings(port, logger), house: house, metrics: metrics.sabir,
                measured: { await metrics.text(house, $0) }, logger: logger)
            do {
                let bound = try await server.start()
                return PageService(
                    port: bound, server: server, base: plan.base, certificate: plan.certificate, logger: logger)
            } catch let error as WebError {
                guard let code = (error.underlying as? IOError)?.errnoCode else {
                    throw NodeError(description: error.description)
                }
                guard configuration.web.port == nil, port != 0, code == EADDRINUSE else {
                    throw NodeError.cannotServe(plan.addresses, port: port, errno: code)
                }
                logger.notice("port \(port) is in use; the page takes another one")
            }
        }
        return nil
    }

    /// Once, as it decides what visitors are asked for.
    private static func tellOfPasswords(_ configuration: NodeConfiguration, _ logger: Logger) {
        guard configuration.web.tls.certificate == nil,
            configuration.rooms.contains(where: { $0.password != nil })
                || configuration.relays.contains(where: { $0.password != nil })
        else { return }
        logger.notice(
            """
            The page is served over plain HTTP: everybody on the wifi can read along what is said there, also in rooms \
            with a password. It asks for no password, which could be read along too; staff let visitors in by join \
            codes, on the staff page. [web.tls] changes both.
            """)
    }

    /// `http://HOST:PORT/r/ROOM`, for others on the network.
    func address(of room: RoomInfo) -> String {
        let name = room.name.addingPercentEncoding(withAllowedCharacters: .urlPathSegment) ?? room.id
        return "\(base(port))/r/\(name)"
    }

    func reload() async {
        guard let certificate else { return }
        do throws(CertificateError) {
            try await certificate.reload()
            logger.notice("the page's certificate was read anew")
        } catch {
            logger.error("the page keeps its certificate: \(error)")
        }
    }

    func stop() async { await server.stop() }

    static func certificate(_ files: CertificateFiles) throws -> ReloadableCertificate? {
        guard let certificate = files.certificate, let key = files.key else { return nil }
        do throws(CertificateError) {
            return try ReloadableCertificate(certificate: certificate, key: key)
        } catch {
            throw NodeError(description: error.description)
        }
    }
}

extension CharacterSet {
    /// One segment of a path (RFC 3986 §3.3), without the characters that some programs take for an end of the link.
    fileprivate static let urlPathSegment = CharacterSet.urlPathAllowed.subtracting(
        CharacterSet(charactersIn: "/;,()!*'"))
}
