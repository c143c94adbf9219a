import Hummingbird
import NIOCore
import SabirFeed
import SabirProtocol

extension Response {
    /// Events for a page of older lines, then for each translation; ends after the last translation.
    static func events(
        of older: OlderLines, epoch: String, by services: any WebNodeServices, forStaff isForStaff: Bool = false
    ) -> Response {
        .stream { writer in
            try await writer.write(ByteBuffer(event: "lines", OlderLinesJSON(older.page, epoch: epoch)))
            try await older.translate(by: services) { translated in
                let json = TranslationJSON(of: translated, by: services.outcomeWording, isForStaff: isForStaff)
                try await writer.write(ByteBuffer(event: "translation", json))
            }
        }
    }
}

/// The first event of a stream of older lines.
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
