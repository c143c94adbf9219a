import HTTPTypes
import Hummingbird
import NIOCore
import SabirCore
import SabirFeed

/// A request's context with its connection.
struct SharingContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's address; nil once the connection is gone.
    var address: IPAddress? { IPAddress(channel.remoteAddress) }

    /// Closes the connection shortly after the answer, as the rest of a request that is too large is not read.
    func hangUpSoon() {
        channel.eventLoop.scheduleTask(in: .seconds(1)) { [channel] in channel.close(promise: nil) }
    }
}

/// Answers the paths of LibreTranslate's API.
struct SharingResponder: HTTPResponder {
    let service: TranslationAPIService
    let metrics: SabirMetrics?

    func respond(to request: Request, context: SharingContext) async -> Response {
        let start = ContinuousClock.now
        var response: Response
        do throws(SharingFault) {
            response = try await answer(request, context)
        } catch {
            if error == .tooLarge { context.hangUpSoon() }
            response = SharingReply.error(error)
        }
        response.headers[.cacheControl] = "no-store"
        metrics?.requests(.share, status: response.status.code).increment()
        metrics?.requestSeconds(.share).record(ContinuousClock.now - start)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ request: Request, _ context: SharingContext) async throws(SharingFault) -> Response {
        guard let address = context.address, address.isLocal else { throw .outside }
        let asker = address.description
        switch (request.uri.path, request.method == .head ? .get : request.method) {
        case ("/translate", .post):
            let fields = try await fields(request, context)
            return Response(json: try await service.translate(fields, asker: asker))
        case ("/detect", .post):
            let fields = try await fields(request, context)
            return Response(json: try await service.detect(fields, asker: asker))
        case ("/languages", .get): return Response(json: await service.languages())
        case ("/frontend/settings", .get): return Response(json: service.frontendSettings)
        case ("/health", .get): return Response(json: ["status": "ok"])
        case ("/", .get):
            return Response(json: ["name": "Sabir", "api": "LibreTranslate", "languages": "/languages"])
        case ("/translate", _), ("/detect", _), ("/languages", _), ("/frontend/settings", _), ("/health", _), ("/", _):
            throw .wrongMethod
        default: throw .notFound
        }
    }

    private func fields(_ request: Request, _ context: SharingContext) async throws(SharingFault) -> SharingFields {
        try SharingFields(
            query: request.uri.query, contentType: request.headers[.contentType],
            body: try await body(request, context.channel))
    }

    private func body(_ request: Request, _ channel: any Channel) async throws(SharingFault) -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > SharingSettings.maximumBody {
            throw .tooLarge
        }
        // Closes the connection of a client that sends too slowly.
        let watch = channel.eventLoop.scheduleTask(in: SharingSettings.arrivesWithin) { channel.close(promise: nil) }
        defer { watch.cancel() }
        do {
            return Array(buffer: try await request.body.collect(upTo: SharingSettings.maximumBody))
        } catch {
            throw .tooLarge
        }
    }
}
