import CZlib
import Foundation
import NIOCore

/// The gzip format (RFC 1952) by zlib.
enum Gzip {
    /// The largest window plus 16, for a gzip header instead of zlib's own (zlib.h, deflateInit2).
    private static let window: Int32 = 15 + 16

    /// Compresses data; nil if zlib has no memory. For the page's files, levels above 6 save 0.3 % and take half as
    /// long again.
    static func compressed(_ data: Data, level: Int32 = 6) -> Data? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else {
            return nil
        }
        defer { deflateEnd(&stream) }
        var output = Data(count: Int(deflateBound(&stream, uLong(data.count))))
        // The output buffer fits the worst case, so one call finishes the stream.
        let result = run(&stream, from: data, into: &output) { deflate(&$0, Z_FINISH) }
        guard result == Z_STREAM_END else { return nil }
        output.count = Int(stream.total_out)
        return output
    }

    /// Decompresses data whose length is known; nil if it is damaged or has another length.
    static func restored(_ bytes: ByteBufferView, length: Int) -> ByteBuffer? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(&stream, window, ZLIB_VERSION, size) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var output = Data(count: length)
        let result = run(&stream, from: Data(bytes), into: &output) { inflate(&$0, Z_FINISH) }
        guard result == Z_STREAM_END, stream.total_out == length else { return nil }
        return ByteBuffer(bytes: output)
    }

    /// Gives zlib its input and the place for its output; the result is that of `step`.
    private static func run(
        _ stream: inout z_stream, from data: Data, into output: inout Data, _ step: (inout z_stream) -> Int32
    ) -> Int32 {
        var input = data
        return input.withUnsafeMutableBytes { source in
            output.withUnsafeMutableBytes { target in
                stream.next_in = source.bindMemory(to: Bytef.self).baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = target.bindMemory(to: Bytef.self).baseAddress
                stream.avail_out = uInt(target.count)
                return step(&stream)
            }
        }
    }
}
