import Crypto
import Foundation
import Hummingbird
import NIOCore
import SabirCore

/// A file as sent. Kept compressed if that saves memory, and decompressed for the rare client without gzip: the page
/// has 22 languages, of which a house uses a few.
struct StaticFile: Sendable {
    private let type: String
    private let content: ByteBuffer
    /// The length before compression; nil if compression saves nothing and the content is kept plain.
    private let plainLength: Int?
    /// The entity tag of the content (RFC 9110 §8.8.3); the compressed form has its own.
    private let tag: String

    init(_ data: Data, type: MediaTypes.Kind) {
        self.type = type.name
        let compressed = type.isText ? Gzip.compressed(data).flatMap { $0.count < data.count ? $0 : nil } : nil
        content = ByteBuffer(bytes: compressed ?? data)
        plainLength = compressed == nil ? nil : data.count
        tag = String(Base64URL.text(of: SHA256.hash(data: data)).prefix(22))
    }

    /// The response to a request; 304 if the browser has the file already. `isLasting`: the file at this address never
    /// changes, so that browsers need not ask again (RFC 8246).
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
        // Decompression cannot fail, as the content was compressed here.
        plainLength.flatMap { Gzip.restored(content.readableBytesView, length: $0) } ?? content
    }

    /// Compares entity tags weakly, as RFC 9110 §13.1.2 requires.
    private static func isKnown(_ tag: String, to header: String?) -> Bool {
        guard let header else { return false }
        let known = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return known.contains("*") || known.contains(tag) || known.contains("W/\(tag)")
    }
}
