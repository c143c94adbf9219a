import Foundation
import Synchronization

@testable import SabirTranslation

/// A real HTTP/1.1 server on loopback that misbehaves as told: a thread for each connection, plain sockets.
final class FaultServer: Sendable {
    struct Request: Sendable {
        let method: String
        /// With its query.
        let path: String
        /// By names in small letters.
        let headers: [String: String]
        let body: String

        /// The text to be translated, of a form (Apertium).
        var question: String { apertiumQuestion(body) }

        /// Neither a list of languages nor the translator's own check.
        var isFromReader: Bool { path.hasPrefix("/translate") && !body.contains("taxi") }
    }

    enum Reply: Sendable {
        case json(String)
        case status(Int, String, headers: String = "")
        case html
        /// Says nothing more until the server stops.
        case hang
        /// Announces a body and closes in its middle.
        case closeHalfWay
        /// A body that would never end, a byte at a time, until the other side has had enough.
        case drip
        /// Ten million bytes.
        case huge
        /// Waits for the gate to open, then answers.
        case afterGate(String)
    }

    typealias Behaviour = @Sendable (Request) -> Reply

    private struct State {
        var behaviour: Behaviour
        var requests: [Request] = []
        var connections: Set<Int32> = []
        var isStopped = false
    }

    let port: UInt16
    let requestStream: AsyncStream<Request>
    private let requestSink: AsyncStream<Request>.Continuation
    private let state: Mutex<State>
    private let listener: Int32
    private let gate = Gate()

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [Request] { state.withLock { $0.requests } }
    var readersRequests: [Request] { requests.filter(\.isFromReader) }

    /// - Parameter port: 0 takes any free one.
    init(port: UInt16 = 0, _ behaviour: @escaping Behaviour) throws {
        listener = try listeningSocket(port)
        self.port = localPort(listener)
        state = Mutex(State(behaviour: behaviour))
        (requestStream, requestSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000))
        Thread.detachNewThread { [self] in acceptAll() }
    }

    func behave(_ behaviour: @escaping Behaviour) { state.withLock { $0.behaviour = behaviour } }

    func openGate() { gate.open() }

    func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            return state.connections
        }
        gate.open()
        requestSink.finish()
        // Wakes the threads that block on them; each closes its own.
        for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            let isStopped = state.withLock { state in
                if connection >= 0 { state.connections.insert(connection) }
                return state.isStopped
            }
            guard connection >= 0, !isStopped else { break }
            Thread.detachNewThread { [self] in
                serve(connection)
                _ = state.withLock { $0.connections.remove(connection) }
                close(connection)
            }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        while let request = readRequest(connection) {
            let behaviour = state.withLock { state in
                state.requests.append(request)
                return state.behaviour
            }
            requestSink.yield(request)
            guard answer(behaviour(request), connection) else { return }
        }
    }

    /// Whether the connection may serve another request.
    private func answer(_ reply: Reply, _ connection: Int32) -> Bool {
        switch reply {
        case .json(let body): return write(connection, head(200, body.utf8.count) + body)
        case .status(let code, let body, let headers):
            return write(connection, head(code, body.utf8.count, headers) + body)
        case .html:
            let page = "<!DOCTYPE html><html><body>It works!</body></html>"
            return write(connection, head(200, page.utf8.count, "Content-Type: text/html\r\n") + page)
        case .hang:
            gate.wait()
            return false
        case .closeHalfWay:
            _ = write(connection, head(200, 1_000) + "{\"responseData\":")
            return false
        case .drip:
            guard write(connection, head(200, 1_000_000)) else { return false }
            while write(connection, " ") { usleep(20_000) }
            return false
        case .huge: return write(connection, head(200, 10_000_000) + String(repeating: "x", count: 10_000_000))
        case .afterGate(let body):
            gate.wait()
            return write(connection, head(200, body.utf8.count) + body)
        }
    }

    private func head(_ status: Int, _ length: Int, _ headers: String = "") -> String {
        "HTTP/1.1 \(status) Reason\r\n\(headers)Content-Length: \(length)\r\n\r\n"
    }
}

/// Opened once; whoever waits goes on, whoever comes later does not wait.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// Pairs as APy lists them: "spa-cat eng-spa".
func pairList(_ pairs: String) -> String {
    let items = pairs.split(separator: " ").map { pair in
        let codes = pair.split(separator: "-")
        return "{\"sourceLanguage\":\"\(codes[0])\",\"targetLanguage\":\"\(codes[1])\"}"
    }
    return "{\"responseData\":[\(items.joined(separator: ","))],\"responseDetails\":null,\"responseStatus\":200}"
}

/// The text to be translated, of a form.
func apertiumQuestion(_ form: String) -> String {
    let field = form.split(separator: "&").first { $0.hasPrefix("q=") }?.dropFirst(2) ?? ""
    return field.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? ""
}

/// What comes of a request that is answered so.
func answered(_ body: String, status: Int = 200) -> Result<HTTPResponse, EngineFailure> {
    .success(HTTPResponse(status: status, body: Array(body.utf8)))
}

func apertiumAnswer(_ text: String) -> String {
    let quoted = text.replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "\n", with: "\\n")
    return "{\"responseData\":{\"translatedText\":\"\(quoted)\"},\"responseDetails\":null,\"responseStatus\":200}"
}

/// Lists spa-cat and its likes, shouts what it is asked.
let wellBehaved: FaultServer.Behaviour = { request in
    request.path == "/listPairs"
        ? .json(pairList("spa-cat cat-spa eng-spa")) : .json(apertiumAnswer(request.question.uppercased()))
}

/// Well-behaved but for readers' texts.
func failing(with reply: FaultServer.Reply) -> FaultServer.Behaviour {
    { $0.isFromReader ? reply : wellBehaved($0) }
}

// MARK: Sockets

struct SocketFailure: Error { let number = errno }

func listeningSocket(_ port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketFailure() }
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let bound = withUnsafeBytes(of: &address) { bytes in
        bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    guard bound == 0, listen(descriptor, 64) == 0 else { throw SocketFailure() }
    return descriptor
}

func localPort(_ descriptor: Int32) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &address) { bytes in
        getsockname(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
    }
    return UInt16(bigEndian: address.sin_port)
}

private let portsHandedOut = Atomic<Int>(0)

/// A port on loopback where nobody listens, each time another: below those that the system hands out itself (32,768 and
/// up on Linux) and those of other tests (Tests/contract/ports.py), so that no other test can get it meanwhile.
func freePort() throws -> UInt16 {
    let start = 10_000 + Int(getpid()) % 20 * 200
    for _ in 0..<200 {
        let number = portsHandedOut.wrappingAdd(1, ordering: .relaxed).newValue
        guard let descriptor = try? listeningSocket(UInt16(start + number % 200)) else { continue }
        defer { close(descriptor) }
        return localPort(descriptor)
    }
    throw SocketFailure()
}

private func readRequest(_ connection: Int32) -> FaultServer.Request? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        if let request = parse(bytes) { return request }
        let count = recv(connection, &chunk, chunk.count, 0)
        guard count > 0 else { return nil }
        bytes += chunk[..<count]
    }
}

private func parse(_ bytes: [UInt8]) -> FaultServer.Request? {
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    guard parts.count > 1 else { return nil }
    let lines = parts[0].components(separatedBy: "\r\n")
    let length = lines.first { $0.lowercased().hasPrefix("content-length:") }?.dropFirst(15) ?? "0"
    let body = parts.dropFirst().joined(separator: "\r\n\r\n")
    guard body.utf8.count >= Int(length.trimmingCharacters(in: .whitespaces)) ?? 0 else { return nil }
    let start = lines[0].split(separator: " ").map(String.init)
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        return (line[..<colon].lowercased(), value)
    }
    let headers = Dictionary(fields) { first, _ in first }
    return FaultServer.Request(method: start[0], path: start[1], headers: headers, body: body)
}

private func write(_ connection: Int32, _ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
