import Foundation
import Hummingbird
import SabirCore

/// Checks a phone's access to the page: `sabir doctor --phone` opens a check on this machine, and a phone that has the
/// check's code takes part. The code allows nothing else.
extension WebRoutes {
    var phoneCheckRoutes: [Route] {
        [
            .get("/phone/:code", phonePage), .post("/api/checks", openCheck), .get("/api/checks/:code", checkFindings),
            .get("/api/checks/:code/phone", admitPhone), .get("/api/phones/:phone/events", streamBeats),
            .post("/api/phones/:phone", recordReport),
        ]
    }

    // MARK: This machine

    @Sendable private func openCheck(_ request: Request, _ context: WebContext) async throws -> Response {
        try context.checkIsLoopback()
        _ = try await request.json(Fieldless.self)
        let code = await parts.phoneChecks.open()
        return Response(
            json: OpenedCode(
                code: code, address: "\(parts.publicBase)/phone/\(code)",
                seconds: Int(PhoneChecks.lifetime.components.seconds)))
    }

    @Sendable private func checkFindings(_ request: Request, _ context: WebContext) async throws -> Response {
        try context.checkIsLoopback()
        guard let answer = await parts.phoneChecks.answer(to: code(context)) else { throw WebRefusal.noPhoneCheck }
        return Response(json: answer)
    }

    // MARK: A phone

    /// Serves the page for every code, so that it reveals no codes.
    @Sendable private func phonePage(_ request: Request, _ context: WebContext) async throws -> Response {
        await parts.phoneChecks.markOpened(code(context))
        return try await page("phone.html")(request, context)
    }

    private struct Welcome: Encodable {
        /// The token that identifies the phone from now on.
        let phone: String
        /// The node's time in milliseconds since 1970.
        let now: Int
        let findings: [PhoneFinding]
        /// Other addresses of the same check, which the phone tries too.
        let others: [String]
    }

    /// Admits a phone to a check. A `GET`, so that a phone whose `POST` requests fail is noticed too.
    @Sendable private func admitPhone(_ request: Request, _ context: WebContext) async throws -> Response {
        let host = KnownHosts.host(of: request.head.authority ?? "")
        let phone = PhoneRequest(
            host: host, source: context.address, isSecure: context.isSecure, sendsCookie: context.devices[.a] != nil)
        let findings = phone.findings(in: OwnAddress.all())
        let visit = PhoneVisit(seen: findings, hasProbed: await parts.portal?.hasAsked(context.address), came: .now)
        let code = code(context)
        let token = try await parts.phoneChecks.admit(
            to: code, visit, device: context.devices[.a]?.value, from: context.address)
        return Response(
            json: Welcome(
                phone: token, now: Int(Date().timeIntervalSince1970 * 1_000), findings: findings,
                others: others(than: host).map { "\($0)/phone/\(PathText.encoded(code))" }))
    }

    /// The page's address by name if it was opened by number, and the other way round.
    private func others(than host: String) -> [String] {
        let number = PageAddress.url(
            configured: nil, bound: parts.settings.addresses.first ?? "", port: parts.port.value, isSecure: false)
        // A certificate is only valid for the name.
        let bases = [parts.publicBase] + (entrance == .plain ? [number].compactMap(\.self) : [])
        var seen: Set = [host]
        return bases.filter { seen.insert(KnownHosts.host(of: $0)).inserted }
    }

    /// A stream that stays open for some seconds, as a room's does for hours.
    @Sendable private func streamBeats(_ request: Request, _ context: WebContext) async throws -> Response {
        let (token, checks, channel) = (context.parameters.get("phone") ?? "", parts.phoneChecks, context.channel)
        guard await checks.visit(by: token, { $0.beginStream() }) == true else { throw WebRefusal.noPhoneCheck }
        return .stream { writer in
            for n in 1...PhoneVisit.events {
                if n > 1 { try await Task.sleep(for: PhoneVisit.interval) }
                guard channel.isActive else { return }
                try await writer.write(ByteBuffer(event: "beat", ["n": n, "of": PhoneVisit.events]))
                await checks.visit(by: token) { $0.countEvent() }
            }
        }
    }

    @Sendable private func recordReport(_ request: Request, _ context: WebContext) async throws -> Response {
        let report = try await request.json(PhoneReport.self)
        try await meter(context)
        let token = context.parameters.get("phone") ?? ""
        let recorded = await parts.phoneChecks.visit(by: token) { visit in
            visit.record(report)
            return visit.findings(at: .now)
        }
        guard let findings = recorded else { throw WebRefusal.noPhoneCheck }
        return Response(json: ["findings": findings])
    }

    private func code(_ context: WebContext) -> String {
        context.parameters.get("code").flatMap { PathText.decoded($0) } ?? ""
    }
}
