import HTTPTypes
import Hummingbird
import NIOCore
import SabirFeed
import SabirProtocol

/// The streams of Server-Sent Events (HTML Living Standard, §9.2).
extension WebRoutes {
    var streamRoutes: [Route] {
        [.get("/api/rooms/:room/events", events), .get("/api/rooms/:room/watch", watch)]
    }

    @Sendable private func events(_ request: Request, _ context: WebContext) async throws -> Response {
        let (room, face) = (try await room(in: context), try face(request))
        _ = try await visit(room, face, context)
        let (key, resume) = (try key(room, face, context), Self.resume(request))
        let feed = await parts.feeds.feed(of: room)
        let (visitors, channel) = (parts.visitors, context.channel)
        return .stream { writer in
            guard let visit = await visitors.openStream(in: room, as: key) else { return }
            let id = await feed.open(visit.entry, since: resume, reading: visit.reads) { channel.close(promise: nil) }
            // A member removed while entering gets no event of it, as the room did not know of the page's seat yet.
            let member = visit.entry.info.id
            guard await !room.present([member]).isEmpty else {
                await feed.close(id)
                return await visitors.remove([member], from: room.id)
            }
            do {
                try await Self.write(feed, id, to: &writer, over: channel)
            } catch {
                await visitors.closeStream(in: room, as: key, visit)
                throw error
            }
            await visitors.closeStream(in: room, as: key, visit)
        }
    }

    @Sendable private func watch(_ request: Request, _ context: WebContext) async throws -> Response {
        let room = try await room(in: context)
        let isPrivate = await room.facts.isPrivate
        guard parts.settings.allowsKiosk, !isPrivate else {
            throw WebRefusal.forbidden("This room is not shown on screens.")
        }
        let feed = await parts.feeds.feed(of: room)
        let channel = context.channel
        return .stream { writer in
            let id = await feed.openKiosk { channel.close(promise: nil) }
            try await Self.write(feed, id, to: &writer, over: channel)
        }
    }

    /// Writes a stream's events until it ends, the connection is gone, or the reader may no longer have it.
    static func write(
        _ feed: PageFeed, _ id: ReaderID, to writer: inout any ResponseBodyWriter, over channel: any Channel,
        while isTheirs: @Sendable () async -> Bool = { true }
    ) async throws {
        channel.closeFuture.whenComplete { _ in Task { await feed.close(id) } }
        do {
            while let bytes = await feed.next(id), await isTheirs() { try await writer.write(bytes) }
        } catch {
            await feed.close(id)
            throw error
        }
        await feed.close(id)
    }

    /// The last line that the reader has: from the browser's header or, after a reload, from the page's query.
    static func resume(_ request: Request) -> Hello.Resume? {
        let header = request.headers[.lastEventID]
        let query = try? request.query("last")
        return (header ?? query).flatMap { Hello.Resume(eventID: $0) }
    }
}

extension Hello.Resume {
    /// Reads `EPOCH:SEQ`, the id of a line's event; nil for anything else, which means a new start.
    init?(eventID text: String) {
        guard text.utf8.count <= 160, let colon = text.lastIndex(of: ":") else { return nil }
        guard let seq = WireInteger.count(text[text.index(after: colon)...]) else { return nil }
        self.init(epoch: String(text[..<colon]), seq: seq)
    }
}

extension Response {
    /// Tells browsers to wait 1,000 milliseconds before they reconnect.
    private static let retry = ByteBuffer(string: "retry: 1000\n\n")

    /// The media type of a response that streams events.
    static let eventStream = "text/event-stream"

    /// A response that streams events. The stream is opened only once the head is written, so that a `HEAD` request or
    /// a lost connection opens nothing.
    static func stream(
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        Response(
            status: .ok, headers: [.contentType: eventStream, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(retry)
                try await write(&writer)
                try await writer.finish(nil)
            })
    }
}

extension HTTPField.Name {
    static let lastEventID = SecurityHeaders.name("Last-Event-ID")
}
