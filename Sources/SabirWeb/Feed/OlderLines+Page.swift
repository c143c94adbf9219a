import Hummingbird
import NIOCore
import SabirFeed
import SabirProtocol

extension Response {
    /// The lines, then their translations; it ends behind the last.
    static func events(
        of older: OlderLines, epoch: String, by services: any WebNodeServices, forStaff isForStaff: Bool = false
    ) -> Response {
        .stream { writer in
            try await writer.write(ByteBuffer(event: "lines", OlderLinesJSON(older.page, epoch: epoch)))
            try await older.translate(by: services) { translated in
                let json = LineTranslationJSON(
                    event: translated, wording: services.outcomeWording, isForStaff: isForStaff)
                try await writer.write(ByteBuffer(event: "translation", json))
            }
        }
    }
}

/// The first event of such a stream.
struct OlderLinesJSON: Encodable, Sendable {
    let epoch: String
    let before: Int
    let lines: [LineJSON]
    let more: Bool

    init(_ page: HistoryPage, epoch: String) {
        self.epoch = epoch
        before = page.before
        lines = page.messages.map(LineJSON.init)
        more = page.more
    }
}
