import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Testing

@testable import SabirWeb

@Suite struct ReloadableCertificateTests {
    @Test func aCertificateIsLoadedWithItsExpiry() async throws {
        let folder = try CertificateFolder()
        try folder.make("one")
        let certificate = try folder.load("one")
        #expect(await certificate.expires == TestCertificates.expires)
    }

    @Test(arguments: [
        ("none.pem", "one.key", "The certificate FOLDER/none.pem cannot be read: there is no such file."),
        ("one.pem", "none.key", "The key FOLDER/none.key cannot be read: there is no such file."),
        (".", "one.key", "The certificate FOLDER/. cannot be read: it is no ordinary file."),
        ("one.key", "one.key", "FOLDER/one.key holds no certificate."),
        ("empty", "one.key", "FOLDER/empty holds no certificate."),
        ("one.pem", "one.pem", "FOLDER/one.pem holds no private key that can be used."),
        ("one.pem", "two.key", "The key FOLDER/two.key does not belong to the certificate FOLDER/one.pem"),
    ])
    func filesThatCannotBeUsedAreNamedInAPlainSentence(certificate: String, key: String, expected: String) throws {
        let folder = try CertificateFolder()
        try folder.make("one")
        try folder.make("two")
        try Data().write(to: folder.url.appending(path: "empty"))
        let error = #expect(throws: CertificateError.self) {
            try ReloadableCertificate(certificate: folder.path(certificate), key: folder.path(key))
        }
        let sentence = error?.description.replacing(folder.url.path, with: "FOLDER") ?? ""
        #expect(sentence.hasPrefix(expected), "\(sentence)")
    }

    @Test func connectionsGetTheCertificateOfTheirTime() async throws {
        let folder = try CertificateFolder()
        try folder.make("one")
        let certificate = try folder.load("one")
        try await TestServer.run(certificate) { port in
            let first = try await TestServer.certificate(port)
            let one = try folder.certificate("one")
            #expect(first == one)

            try folder.make("two")
            try folder.make("one", from: "two")
            try await certificate.reload()
            let second = try await TestServer.certificate(port)
            let two = try folder.certificate("two")
            #expect(second == two)
            #expect(one != two)

            try Data("no certificate".utf8).write(to: folder.url.appending(path: "one.pem"))
            await #expect(throws: CertificateError.noCertificate(folder.path("one.pem"))) {
                try await certificate.reload()
            }
            let third = try await TestServer.certificate(port)
            #expect(third == two)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func whoConnectsAndSaysNothingIsHungUpOn() async throws {
        let folder = try CertificateFolder()
        try folder.make("one")
        try await TestServer.run(try folder.load("one"), idle: .milliseconds(100)) { port in
            let silent = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            let heard = try await silent.executeThenClose { inbound, _ in
                try await inbound.reduce(0) { $0 + $1.readableBytes }
            }
            #expect(heard == 0)
        }
    }

    @Test func olderProtocolsAreRefused() async throws {
        let folder = try CertificateFolder()
        try folder.make("one")
        try await TestServer.run(try folder.load("one")) { port in
            await #expect(throws: (any Error).self) { try await TestServer.certificate(port, newest: .tlsv11) }
            let modern = try await TestServer.certificate(port, newest: .tlsv12)
            let one = try folder.certificate("one")
            #expect(modern == one)
        }
    }
}

/// A folder of certificates, gone with the test.
private final class CertificateFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "sabir-certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.path + "/" + name }

    /// Writes NAME.pem and NAME.key, with the certificate and key of this name or of another.
    func make(_ name: String, from other: String? = nil) throws {
        let pair = TestCertificates.pair(other ?? name)
        try Data(pair.certificate.utf8).write(to: url.appending(path: "\(name).pem"))
        try Data(pair.key.utf8).write(to: url.appending(path: "\(name).key"))
    }

    func load(_ name: String) throws -> ReloadableCertificate {
        try ReloadableCertificate(certificate: path("\(name).pem"), key: path("\(name).key"))
    }

    func certificate(_ name: String) throws -> NIOSSLCertificate {
        try NIOSSLCertificate.fromPEMFile(path("\(name).pem"))[0]
    }
}

/// An HTTPS server for the length of a test, and a client that tells whose certificate it was shown.
private enum TestServer {
    static func run(
        _ certificate: ReloadableCertificate, idle: TimeAmount? = nil,
        _ test: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.get("/") { _, _ in "well" }
        let application = Application(
            router: router,
            server: HTTPServerBuilder { responder in
                ReloadableTLSChannel(
                    base: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: idle)),
                    certificate: certificate)
            },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { found.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            for await port in ports {
                try await test(port)
                break
            }
            group.cancelAll()
        }
    }

    /// The server's certificate, after an answer came over that connection.
    static func certificate(_ port: Int, newest: TLSVersion = .tlsv13) async throws -> NIOSSLCertificate? {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = newest
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(5))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    let security = try NIOSSLClientHandler(context: context, serverHostname: nil)
                    try pipeline.addHandler(security)
                    return (
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel),
                        NIOLoopBound(security, eventLoop: channel.eventLoop)
                    )
                }
            }
        let (connection, security) = channel
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"))
            var answer = ""
            for try await part in inbound {
                answer += String(buffer: part)
                if answer.hasSuffix("well") { break }
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
            return try await connection.channel.eventLoop.submit { security.value.peerCertificate }.get()
        }
    }
}
