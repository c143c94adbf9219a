import Foundation
import Logging
import SabirTranslation
import SabirProtocol
import Synchronization

/// An engine on loopback that vanishes as behind a pulled cable: connections that stand stay silent, and the kernel
/// drops what asks for new ones, as the listener's queue is full. Needs no privileges.
enum BlackHoleStage {
    static func run() async throws {
        let engine = try VanishingEngine()
        let translator = Translator(
            [EndpointConfiguration(kind: .apertium, url: engine.url)], logger: Benchmarks.silent)
        _ = await translator.standings()
        let text = TranslatorBenchmarks.line
        let (es, ca) = (TranslatorBenchmarks.spanish, TranslatorBenchmarks.catalan)
        guard await translator.translate(text, from: es, to: ca).text != nil else {
            return print("the engine of this benchmark does not answer")
        }
        engine.vanish()
        let clock = ContinuousClock()
        let first = await clock.measure { use(await translator.translate(text + " 0", from: es, to: ca)) }
        print("black hole: the first line is let go, with the breaker open, after \(Self.milliseconds(first)) ms")
        var times: [Duration] = []
        for number in 1...2_000 {
            times.append(await clock.measure { use(await translator.translate("\(text) \(number)", from: es, to: ca)) })
        }
        times.sort()
        print(
            "black hole: each line after it p50 \(milliseconds(times[1_000])) ms, p99 \(milliseconds(times[1_979])) ms")
        await translator.close()
        engine.close()
    }

    static func milliseconds(_ time: Duration) -> String { String(format: "%.3f", time / .milliseconds(1)) }
}

/// Answers all connections, until it vanishes.
private final class VanishingEngine: Sendable {
    private struct State {
        var connections: [Int32] = []
        var hasVanished = false
    }

    private struct NoSocket: Error {}

    private let listener: Int32
    private let port: in_port_t
    private let state = Mutex(State())

    var url: String { "http://127.0.0.1:\(UInt16(bigEndian: port))" }

    init() throws {
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, takes(connection) else { return }
                Thread.detachNewThread { [self] in serve(connection) }
            }
        }
    }

    private static func listen() throws -> (Int32, in_port_t) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withGeneric(&address) { bind(listener, $0, length) } == 0
        guard listener >= 0, isBound, Glibc.listen(listener, 1) == 0,
            withGeneric(&address, { getsockname(listener, $0, &length) }) == 0
        else { throw NoSocket() }
        return (listener, address.sin_port)
    }

    private static func loopback(_ port: in_port_t) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withGeneric(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    /// Nothing more is answered; the queue of connections that nobody accepts is filled until no more enter.
    func vanish() {
        state.withLock { $0.hasVanished = true }
        for _ in 0..<16 {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var address = Self.loopback(port)
            _ = Self.withGeneric(&address) { connect(filler, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
            state.withLock { $0.connections.append(filler) }
        }
        usleep(50_000)
    }

    func close() {
        for connection in state.withLock(\.connections) { shutdown(connection, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func takes(_ connection: Int32) -> Bool {
        state.withLock { state in
            state.connections.append(connection)
            return !state.hasVanished
        }
    }

    private func serve(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while recv(connection, &buffer, buffer.count, 0) > 0 {
            guard !state.withLock(\.hasVanished) else { continue }
            let body =
                buffer.starts(with: "GET ".utf8)
                ? #"{"responseData":[{"sourceLanguage":"spa","targetLanguage":"cat"}]}"#
                : #"{"responseData":{"translatedText":"Prengui-ho ara"}}"#
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
            send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        }
    }
}
