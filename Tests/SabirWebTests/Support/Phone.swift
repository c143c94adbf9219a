import Foundation
import NIOCore
import NIOPosix

/// A browser, as far as the page's interface needs one: it keeps its cookies, and reads answers and streams.
actor Phone {
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        /// Each `Set-Cookie`, whole.
        let setCookies: [String]
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }

        func json() throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
        }

        /// The code of a refusal.
        var code: String? { ((try? json())?["error"] as? [String: Any])?["code"] as? String }
    }

    nonisolated let port: Int
    private(set) var cookies: [String: String] = [:]

    init(port: Int) { self.port = port }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("GET", path, headers, "")
    }

    func post(_ path: String, _ json: String, _ headers: [String: String] = [:]) async throws -> Answer {
        let usual = ["Content-Type": "application/json", "X-Sabir": "1"]
        return try await send("POST", path, usual.merging(headers) { $1 }, json)
    }

    func send(_ method: String, _ path: String, _ headers: [String: String], _ body: String) async throws -> Answer {
        let bytes = head(method, path, headers.merging(["Connection": "close"]) { $1 }, body) + body
        let answer = try Self.parse(try await Self.exchange(Data(bytes.utf8), port))
        for set in answer.setCookies {
            let cookie = set.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            cookies[String(cookie[0])] = cookie.count > 1 ? String(cookie[1]) : nil
        }
        return answer
    }

    /// Opens a stream of events.
    func stream(_ path: String, _ headers: [String: String] = [:]) async throws -> EventReader {
        try await EventReader(head("GET", path, headers, ""), port)
    }

    private func head(_ method: String, _ path: String, _ headers: [String: String], _ body: String) -> String {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"]
        if !cookies.isEmpty { lines.append("Cookie: " + cookies.map { "\($0)=\($1)" }.joined(separator: "; ")) }
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        lines += headers.map { "\($0): \($1)" }
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Sends bytes and reads until the end.
    static func exchange(_ bytes: Data, _ port: Int) async throws -> Data {
        try await connection(port).executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: bytes))
            var answer = Data()
            for try await part in inbound { answer.append(contentsOf: part.readableBytesView) }
            return answer
        }
    }

    static func connection(_ port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
            }
    }

    static func parse(_ answer: Data) throws -> Answer {
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw Broken(answer: answer) }
        var lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        var headers: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        let setCookies = lines.filter { $0.lowercased().hasPrefix("set-cookie:") }
            .map { $0.dropFirst("set-cookie:".count).trimmingCharacters(in: .whitespaces) }
        return Answer(status: status, headers: headers, setCookies: setCookies, body: Data(answer[end.upperBound...]))
    }

    struct Broken: Error { let answer: Data }
}
