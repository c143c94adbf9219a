import Hummingbird
import SabirProtocol

/// Review by native speakers, who get in by a code from `sabir phrases review`. Only on this computer or over HTTPS, as
/// approved texts are shown as verified.
extension WebRoutes {
    var reviewRoutes: [Route] {
        guard let review = parts.review else { return [] }
        return [
            .get("/review", { try await closePage("review", $0, $1) }), .post("/api/review/codes", inviteReviewer),
            .get("/api/review", { try await sheet($0, $1, review) }), .post("/api/review/code", enterReview),
            .post("/api/review", { try await judge($0, $1, review) }),
            .get("/api/review/file", { try await given($1, review) }), .post("/api/review/leave", leaveReview),
        ]
    }

    // MARK: The code

    private struct Invited: Decodable {
        let name: String
        let lang: String
    }

    @Sendable private func inviteReviewer(_ request: Request, _ context: WebContext) async throws -> Response {
        try context.checkIsLoopback()
        let asked = try await request.json(Invited.self)
        let (name, language) = (try WireText.name(asked.name), try Field.language(asked.lang))
        let code = await parts.reviewers.invite(ReviewAccess.Reviewer(name: name, language: language), at: .now)
        let own = parts.settings.certificate == nil ? parts.settings.own?.fingerprint : nil
        return Response(
            json: OpenedCode(
                code: code,
                address: parts.secureAddress("/review") ?? "http://127.0.0.1:\(parts.port.value)/review",
                fingerprint: parts.ownPort.value > 0 ? own : nil,
                seconds: Int(ReviewAccess.invitation.components.seconds)))
    }

    private struct Code: Decodable { let code: String }

    @Sendable private func enterReview(_ request: Request, _ context: WebContext) async throws -> Response {
        guard isClose(context) else { throw Self.notPlain }
        let asked = try await request.json(Code.self)
        let token = try await parts.reviewers.enter(asked.code, from: context.address, at: .now)
        var response = Response.done
        response.setCookie(
            context.origin.cookies.review, to: token, for: Int(ReviewAccess.session.components.seconds), context)
        return response
    }

    @Sendable private func leaveReview(_ request: Request, _ context: WebContext) async throws -> Response {
        _ = try await request.json(Fieldless.self)
        await parts.reviewers.leave(context.reviewToken)
        var response = Response.done
        response.setCookie(context.origin.cookies.review, to: nil, for: 0, context)
        return response
    }

    // MARK: Reviewing

    /// The texts to review; a device that has shown no code learns only that it needs one.
    private func sheet(_ request: Request, _ context: WebContext, _ review: any WebReview) async throws -> Response {
        guard isClose(context) else { throw Self.notPlain }
        var answer = ReviewJSON()
        if let reviewer = await parts.reviewers.reviewer(by: context.reviewToken, at: .now) {
            try await meter(context)
            answer.name = reviewer.name
            answer.lang = reviewer.language.description
            answer.sections = try await review.sections(in: reviewer.language, for: reviewer.name)
        }
        return Response(json: answer, to: request)
    }

    private func judge(_ request: Request, _ context: WebContext, _ review: any WebReview) async throws -> Response {
        let word = try await request.json(WebReviewWord.self)
        let reviewer = try await reviewer(context)
        try await meter(context)
        try await review.judge(word, in: reviewer.language, by: reviewer.name)
        return .done
    }

    /// A file with the reviewer's own verdicts.
    private func given(_ context: WebContext, _ review: any WebReview) async throws -> Response {
        let reviewer = try await reviewer(context)
        try await meter(context)
        let data = try await review.export(reviewer.language, of: reviewer.name)
        var response = Response(ByteBuffer(bytes: data), type: "application/json")
        response.headers[.contentDisposition] = "attachment; filename=\"sabir-review-\(reviewer.language).json\""
        return response
    }

    private func reviewer(_ context: WebContext) async throws(WebRefusal) -> ReviewAccess.Reviewer {
        guard isClose(context) else { throw Self.notPlain }
        guard let reviewer = await parts.reviewers.reviewer(by: context.reviewToken, at: .now) else {
            throw WebRefusal(status: .unauthorized, code: "forbidden", text: "Type the code first.")
        }
        return reviewer
    }

    private static let notPlain = WebRefusal(
        status: .forbidden, code: "https-required",
        text: "Languages are reviewed on the node's own computer, or over HTTPS: what is said here is relied upon.")
}
