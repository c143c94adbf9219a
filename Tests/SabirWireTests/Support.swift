import NIOCore

@testable import SabirWire

/// A frame body.
func body(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

/// The fault that `read` ends with; nil where it succeeds.
func fault<Value>(_ read: () throws(WireFault) -> Value) -> WireFault? {
    do {
        _ = try read()
        return nil
    } catch {
        return error
    }
}

func memberFault(_ json: String) -> WireFault? {
    fault { () throws(WireFault) in try MemberPacket(body: body(json)) }
}

func hostFault(_ json: String) -> WireFault? {
    fault { () throws(WireFault) in try HostPacket(body: body(json)) }
}

/// `length` and `bytes`, as they travel.
func frame(_ text: String) -> ByteBuffer {
    var buffer = ByteBuffer(integer: UInt32(text.utf8.count))
    buffer.writeString(text)
    return buffer
}

func framed(_ packet: MemberPacket) -> ByteBuffer {
    var encoder = FrameEncoder()
    encoder.append(packet)
    return encoder.take()
}

/// SplitMix64, so that a failing case is found again by its seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
