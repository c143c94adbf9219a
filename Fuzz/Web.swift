import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import SabirProtocol

@testable import SabirWeb

/// A request as it stands on the wire, `POST /path`, header lines, an empty line and the body, to a page with one room.
/// In a cookie `sabir-staff=@` stands for a login that is valid.
func fuzzRoutes(_ input: [UInt8]) {
    guard let request = FuzzRequest(input) else { return }
    page.answer(request)
}

/// A body for `/translate` behind a line with its type, as a client of LibreTranslate sends it.
func fuzzSharing(_ input: [UInt8]) {
    let line = input.prefix { $0 != UInt8(ascii: "\n") }
    let body = Array(input.dropFirst(line.count + 1))
    let type = String(decoding: line, as: UTF8.self)
    guard let fields = try? SharingFields(query: type, contentType: type, body: body) else { return }
    _ = try? SharingQuestion(fields, settings: SharingSettings(addresses: ["::1"], port: 0))
}

private struct FuzzRequest {
    let method: HTTPRequest.Method
    let path: String
    var headers: HTTPFields = [:]
    let body: ByteBuffer

    init?(_ bytes: [UInt8]) {
        let parts = bytes.firstRange(of: Array("\n\n".utf8))
        let head = String(decoding: bytes[..<(parts?.lowerBound ?? bytes.count)], as: UTF8.self)
        let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
        let first = lines[0].split(separator: " ", maxSplits: 1)
        guard first.count == 2, let method = HTTPRequest.Method(String(first[0])), first[1].hasPrefix("/") else {
            return nil
        }
        self.method = method
        path = String(first[1])
        for line in lines.dropFirst().prefix(20) {
            let sides = line.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
            guard sides.count == 2, let name = HTTPField.Name(String(sides[0])),
                HTTPField.isValidValue(String(sides[1]))
            else { continue }
            headers.append(HTTPField(name: name, value: String(sides[1])))
        }
        body = ByteBuffer(bytes: parts.map { bytes[$0.upperBound...] } ?? [])
    }
}

/// The page's routes without a server, over a house in memory; made anew now and then, so that it does not fill up.
private final class FuzzPage: @unchecked Sendable {
    private static let lifetime = 500
    private static let staffMark = "sabir-staff=@"

    private let folder = try? PageFolder()
    private var answered = 0
    private var respond: (@Sendable (Request) async throws -> Response)?
    private var staff = ""

    func answer(_ request: FuzzRequest) {
        let done = DispatchSemaphore(value: 0)
        Task {
            if answered % Self.lifetime == 0 { await open() }
            answered += 1
            await judge(request)
            done.signal()
        }
        done.wait()
    }

    private func judge(_ request: FuzzRequest) async {
        var headers = request.headers
        headers[values: .cookie] = headers[values: .cookie].map { $0.replacing(Self.staffMark, with: staff) }
        let head = HTTPRequest(
            method: request.method, scheme: "http", authority: "sabir", path: request.path, headerFields: headers)
        let body = RequestBody(buffer: request.body)
        guard let response = try? await respond?(Request(head: head, body: body)) else {
            fatalError("Broken: every request is answered.")
        }
        demand(response.status.code < 500 || response.status == .serviceUnavailable, "no request breaks the page")
        demand(response.headers[.contentSecurityPolicy] != nil, "the headers go on everything")
        let cookies = response.headers[values: .setCookie]
        demand(cookies.allSatisfy { $0.contains("; HttpOnly; SameSite=Strict") }, "scripts see no cookie")
    }

    private func open() async {
        let room = FakeRoom("Reception", id: "11111111-1111-4111-8111-111111111111")
        var settings = WebSettings(
            publicBase: { "http://192.168.1.5:\($0)" }, resources: folder?.path ?? "", staffPin: "4711")
        settings.staffOverHTTP = true
        settings.limits.costlyRequests = (perSecond: 1_000_000, burst: 1_000_000)
        var logger = Logger(label: "fuzz")
        logger.logLevel = .critical
        guard
            let parts = try? WebParts(
                settings: settings, services: FakeNodeServices([room]), metrics: nil, logger: logger)
        else { fatalError("The page's files cannot be read.") }
        // As the channel below looks, which comes from nowhere.
        let bearer = StaffSessions.Bearer(address: "?", device: nil, isSecure: false)
        if let welcome = try? await parts.staff.login("4711", from: bearer, now: .now) {
            staff = "sabir-staff=\(welcome.token)"
        }
        let (responder, channel) = (WebRoutes(parts: parts, entrance: .plain).responder(), NIOAsyncTestingChannel())
        respond = { [logger] request in
            try await responder.respond(
                to: request,
                context: WebContext(source: ApplicationRequestContextSource(channel: channel, logger: logger)))
        }
    }
}

private let page = FuzzPage()
