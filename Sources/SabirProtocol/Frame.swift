import NIOCore

/// A frame is a length (unsigned 32-bit, big-endian) and that many bytes of body.
package enum Frame {
    /// Largest body, in bytes, unless a host announces another in `welcome`.
    package static let maximumLength = 65_536
    static let headerLength = 4
}

/// Cuts a connection's bytes into frame bodies. Owned by one connection.
///
/// Checks a length as soon as its four bytes are there, before any of the body is stored; an idle connection uses no
/// storage.
package struct FrameDecoder {
    private let maximumLength: Int
    private var pending = ByteBuffer()
    private var ownsStorage = false

    package init(maximumLength: Int = Frame.maximumLength) { self.maximumLength = maximumLength }

    /// Appends what was read. Call `next` until it returns nil before appending more.
    package mutating func append(_ bytes: ByteBuffer) {
        if pending.readableBytes == 0 {
            pending = bytes
            ownsStorage = false
        } else {
            pending.writeImmutableBuffer(bytes)
        }
    }

    /// The next whole body; nil where more bytes are needed. After an error the connection must end.
    package mutating func next() throws(WireFault) -> ByteBuffer? {
        guard let length = pending.getInteger(at: pending.readerIndex, as: UInt32.self) else {
            compact()
            return nil
        }
        guard length > 0 else {
            throw WireFault(.badFrame, "The frame has length 0; at least 1 byte is needed.", fatal: true)
        }
        guard length <= maximumLength else {
            throw WireFault(
                .tooLarge, "The frame has \(length) bytes; at most \(maximumLength) are allowed.", fatal: true)
        }
        guard pending.readableBytes >= Frame.headerLength + Int(length) else {
            compact()
            return nil
        }
        pending.moveReaderIndex(forwardBy: Frame.headerLength)
        return pending.readSlice(length: Int(length))
    }

    /// Bytes of storage kept between two reads.
    var retainedCapacity: Int { pending.storageCapacity }

    /// Copies an incomplete frame out of the receive buffer, which is large and shared, and out of a buffer of its own
    /// that still holds consumed frames: a peer whose reads never end with a frame would otherwise make it grow.
    private mutating func compact() {
        if pending.readableBytes == 0 {
            pending = ByteBuffer()
            ownsStorage = false
        } else if !ownsStorage || pending.readerIndex > 0 {
            var own = ByteBuffer()
            own.reserveCapacity(pending.readableBytes)
            own.writeBuffer(&pending)
            pending = own
            ownsStorage = true
        }
    }
}

/// Collects packets as frames, to be written together. Owned by one room or connection.
package struct FrameEncoder: Sendable {
    var writer = JSONWriter()

    package init() {}

    package var isEmpty: Bool { writer.count == 0 }

    /// Returns all frames so far in one buffer of exact size, and empties the encoder.
    package mutating func take() -> ByteBuffer {
        defer { writer.removeAll() }
        return ByteBuffer(bytes: writer.bytes)
    }
}

extension MemberPacket {
    /// The size of the frame's body in bytes.
    package var length: Int {
        var encoder = FrameEncoder()
        encoder.append(self)
        return encoder.writer.count - Frame.headerLength
    }
}

extension ByteBuffer {
    package init(framing packet: HostPacket) {
        var encoder = FrameEncoder()
        encoder.append(packet)
        self = encoder.take()
    }
}
