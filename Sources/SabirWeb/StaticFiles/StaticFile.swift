import Crypto
import Foundation
import Hummingbird
import NIOCore
import SabirCore

/// A file as it is sent. Held compressed where that saves something, and restored for the rare client that takes no
/// gzip: the page has twenty-two languages, of which a house reads a few.
struct StaticFile: Sendable {
    private let type: String
    private let content: ByteBuffer
    /// Nil where compressing saves nothing, and the content is plain.
    private let plainLength: Int?
    /// Of the content (RFC 9110 §8.8.3); the compressed form has its own.
    private let tag: String

    init(_ data: Data, type: MediaTypes.Kind) {
        self.type = type.name
        let compressed = type.isText ? Gzip.compressed(data).flatMap { $0.count < data.count ? $0 : nil } : nil
        content = ByteBuffer(bytes: compressed ?? data)
        plainLength = compressed == nil ? nil : data.count
        tag = String(Base64URL.text(of: SHA256.hash(data: data)).prefix(22))
    }

    /// 304 where the browser has it already. `isLasting`: what this address names never changes, so that a browser need
    /// not ask again (RFC 8246).
    func response(to request: Request, isLasting: Bool = false) -> Response {
        let isCompressed = plainLength != nil && AcceptedCoding.allowsGzip(request.headers[.acceptEncoding])
        let tag = "\"\(tag)\(isCompressed ? "-gz" : "")\""
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache",
            .vary: "Accept-Encoding",
        ]
        guard !Self.isKnown(tag, to: request.headers[.ifNoneMatch]) else {
            return .bodiless(.notModified, headers: headers)
        }
        headers[.contentType] = type
        if isCompressed { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: isCompressed ? content : plain))
    }

    private var plain: ByteBuffer {
        // What was compressed here can be restored.
        plainLength.flatMap { Gzip.restored(content.readableBytesView, length: $0) } ?? content
    }

    /// Weak comparison, as RFC 9110 §13.1.2 has it.
    private static func isKnown(_ tag: String, to header: String?) -> Bool {
        guard let header else { return false }
        let known = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return known.contains("*") || known.contains(tag) || known.contains("W/\(tag)")
    }
}
