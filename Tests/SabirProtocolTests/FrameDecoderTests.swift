import NIOCore
import Testing

@testable import SabirProtocol

@Suite struct FrameDecoderTests {
    private static let texts = [
        #"{"type":"bye"}"#, "x", #"{"type":"ping","nonce":"é🙂"}"#, String(repeating: "a", count: 300),
    ]

    private var stream: ByteBuffer {
        var stream = ByteBuffer()
        for text in Self.texts { stream.writeImmutableBuffer(frame(text)) }
        return stream
    }

    /// Every body that `pieces`, read one after another, yields.
    private func bodies(_ pieces: [ByteBuffer]) throws -> [String] {
        var decoder = FrameDecoder()
        var bodies: [String] = []
        for piece in pieces {
            decoder.append(piece)
            while let body = try decoder.next() { bodies.append(String(buffer: body)) }
        }
        return bodies
    }

    private func slice(_ buffer: ByteBuffer, _ range: Range<Int>) throws -> ByteBuffer {
        try #require(buffer.getSlice(at: range.lowerBound, length: range.count))
    }

    @Test func severalFramesInOneReadComeOutInOrder() throws {
        #expect(try bodies([stream]) == Self.texts)
    }

    @Test func aSequenceCutAtAnyByteYieldsTheSameFrames() throws {
        let stream = stream
        for cut in 0...stream.readableBytes {
            let pieces = [try slice(stream, 0..<cut), try slice(stream, cut..<stream.readableBytes)]
            #expect(try bodies(pieces) == Self.texts, "cut at \(cut)")
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7, 64])
    func aSequenceReadInSmallPiecesYieldsTheSameFrames(size: Int) throws {
        let stream = stream
        let pieces = try Swift.stride(from: 0, to: stream.readableBytes, by: size).map {
            try slice(stream, $0..<min($0 + size, stream.readableBytes))
        }
        #expect(try bodies(pieces) == Self.texts)
    }

    @Test func lengthZeroIsABreach() {
        var decoder = FrameDecoder()
        decoder.append(ByteBuffer(integer: UInt32(0)))
        #expect(fault { () throws(WireFault) in try decoder.next() }?.code == .badFrame)
    }

    @Test(arguments: [65_537, UInt32.max])
    func anOversizeLengthIsJudgedFromItsFourBytes(length: UInt32) {
        var decoder = FrameDecoder()
        decoder.append(ByteBuffer(integer: length))
        let fault = fault { () throws(WireFault) in try decoder.next() }
        #expect(fault?.code == .tooLarge)
        #expect(fault?.fatal == true)
    }

    @Test func threeBytesOfALengthAreNotJudged() throws {
        var decoder = FrameDecoder()
        decoder.append(ByteBuffer(bytes: [0xFF, 0xFF, 0xFF]))
        #expect(try decoder.next() == nil)
    }

    @Test func theLargestFrameIsTakenAndOneByteMoreIsNot() throws {
        var decoder = FrameDecoder(maximumLength: 10)
        decoder.append(frame(String(repeating: "a", count: 10)))
        #expect(try decoder.next()?.readableBytes == 10)
        decoder.append(frame(String(repeating: "a", count: 11)))
        #expect(fault { () throws(WireFault) in try decoder.next() }?.code == .tooLarge)
    }

    @Test func framesBeforeABreachAreStillRead() throws {
        var decoder = FrameDecoder()
        var bytes = frame("x")
        bytes.writeInteger(UInt32(0))
        decoder.append(bytes)
        #expect(try decoder.next().map { String(buffer: $0) } == "x")
        #expect(fault { () throws(WireFault) in try decoder.next() }?.code == .badFrame)
    }

    // MARK: Storage

    @Test func anIdleConnectionKeepsNoStorage() throws {
        var decoder = FrameDecoder()
        decoder.append(frame(String(repeating: "a", count: 60_000)))
        #expect(try decoder.next() != nil)
        #expect(try decoder.next() == nil)
        #expect(decoder.retainedCapacity == 0)
    }

    @Test func anIncompleteFrameIsCopiedOutOfALargeRead() throws {
        var decoder = FrameDecoder()
        var read = frame(String(repeating: "a", count: 60_000))
        read.writeBytes([0, 0, 0, 9, 1])
        decoder.append(read)
        #expect(try decoder.next() != nil)
        #expect(try decoder.next() == nil)
        #expect((5...64).contains(decoder.retainedCapacity))
    }

    @Test func readsThatNeverEndWithAFrameDoNotMakeStorageGrow() throws {
        var stream = ByteBuffer()
        for _ in 0..<200 { stream.writeImmutableBuffer(frame(String(repeating: "a", count: 996))) }
        let first = stream.readSlice(length: 500)
        var decoder = FrameDecoder()
        decoder.append(try #require(first))
        #expect(try decoder.next() == nil)
        while let piece = stream.readSlice(length: min(1_000, stream.readableBytes)), piece.readableBytes > 0 {
            decoder.append(piece)
            while try decoder.next() != nil {}
            #expect(decoder.retainedCapacity <= 4_096)
        }
    }

    @Test func theStorageOfAHalfReadFrameStaysWithinItsLength() throws {
        var decoder = FrameDecoder()
        decoder.append(ByteBuffer(integer: UInt32(65_536)))
        #expect(try decoder.next() == nil)
        #expect(decoder.retainedCapacity <= 64)
    }
}
