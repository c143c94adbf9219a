import Foundation
import NIOPosix
import SabirClient
import SabirConfiguration
import SabirCore
import SabirProtocol
import SabirSecurity
import SabirTranslation

/// The page of the node on this machine, which answers more to local requests.
package struct NodePage: Sendable {
    private let configuration: NodeConfiguration
    private let transport: any HTTPTransport

    package init(_ configuration: NodeConfiguration) {
        self.configuration = configuration
        transport = CurlWorkers(count: 1)
    }

    /// The answer at `/status` (docs/schema/status.schema.json). Throws a sentence for people if no node answers. Takes
    /// 20 seconds at most, and a second if the node is well.
    package func status() async throws(NodeError) -> Data { try await found().status }

    /// The page's address without a slash at the end, and its status. Throws as ``status()`` does.
    func found() async throws(NodeError) -> (base: String, status: Data) {
        guard configuration.web.enabled else {
            throw NodeError(
                description:
                    "The page is switched off (enabled in [web]), and a node says how it is at the page's port "
                    + "alone. See: sabir doctor.")
        }
        let usual = configuration.web.port ?? WebConfiguration.defaultPort
        if usual != 0, let answer = try await ask(port: usual) { return answer }
        if let moved = await toldPort(), moved != usual, let answer = try await ask(port: moved) { return answer }
        throw NodeError(
            description:
                "No node answers on this machine (\(usual == 0 ? "any port" : "port \(usual)") of \(host)). Start "
                + "it (systemctl start sabir), or name its configuration with --config.")
    }

    /// The node's answer to a request; nil if none comes within five seconds.
    ///
    /// - Parameter body: makes it a request that changes something.
    func send(_ url: String, body: String? = nil) async -> HTTPResponse? {
        var request = HTTPRequest(
            url: url, body: body.map { Array($0.utf8) }, contentType: body.map { _ in "application/json" },
            connectTimeout: .seconds(2), totalTimeout: .seconds(5))
        request.headers = body.map { _ in [HTTPHeader("X-Sabir", "1")] } ?? []
        // A first certificate for the page takes effect only at the next start: the node may still show another.
        request.takesAnyCertificate = true
        guard case .success(let response) = await transport.send(request) else { return nil }
        return response
    }

    /// What the node replies, once it was found. Throws a sentence for people if it is silent.
    func reply(to url: String, body: String? = nil) async throws(NodeError) -> HTTPResponse {
        guard let response = await send(url, body: body) else {
            throw NodeError(description: "The node on this machine does not answer any more. See: sabir doctor.")
        }
        return response
    }

    package func close() async { await transport.close() }

    private var host: String {
        Self.own(configuration.web.bind.isEmpty ? configuration.node.bind : configuration.web.bind)
    }

    /// The address at which this machine reaches itself: loopback if the page listens there.
    private static func own(_ addresses: [String]) -> String {
        let own = addresses.map(LocalAddress.own)
        return own.first { IPAddress($0)?.isLoopback == true } ?? own.first ?? "127.0.0.1"
    }

    /// Asks the page at this port; nil if no node's page answers there.
    private func ask(port: Int) async throws(NodeError) -> (base: String, status: Data)? {
        let isSecure = configuration.web.tls.certificate != nil
        for scheme in isSecure ? ["https", "http"] : ["http", "https"] {
            let base = "\(scheme)://\(NodeAddress(host: host, port: port))"
            guard let response = await send(base + "/status") else { continue }
            switch response.status {
            case 200 where Self.isStatus(response.body): return (base, Data(response.body))
            case 403:
                throw NodeError(
                    description:
                        "The node says how it is to its own machine alone, and took the question for another's: "
                        + "have bind in [web] name 127.0.0.1 too.")
            default: continue
            }
        }
        return nil
    }

    private static func isStatus(_ body: [UInt8]) -> Bool {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return object?["rooms"] is [Any] && object?["attention"] is [Any]
    }

    /// The page's port as told at the node's port for rooms; differs from the usual one if that was taken.
    private func toldPort() async -> Int? {
        let node = configuration.node
        guard node.port != 0 else { return nil }
        let answer = try? await RoomsQuestion.ask(
            NodeAddress(host: Self.own(node.bind), port: node.port),
            security: node.plaintext ? nil : try? GuestProtection.unjudged(),
            on: MultiThreadedEventLoopGroup.singleton.next())
        return answer?.list.web
    }
}

extension HTTPResponse {
    /// What a reply with this status says; nil if it is another reply.
    func document<Document: Decodable>(_ status: Int = 200) -> Document? {
        self.status == status ? try? JSONDecoder().decode(Document.self, from: Data(body)) : nil
    }
}
