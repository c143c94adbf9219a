import NIOCore

@testable import SabirProtocol

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

/// A document with every byte taken out, cut off there, changed into every letter of the alphabet, or one put before it.
func mutants(of document: String, _ alphabet: [UInt8]) -> [[UInt8]] {
    let bytes = Array(document.utf8)
    var mutants: [[UInt8]] = [bytes]
    for index in bytes.indices {
        var shorter = bytes
        shorter.remove(at: index)
        mutants.append(shorter)
        mutants.append(Array(bytes[..<index]))
        for letter in alphabet {
            var changed = bytes
            changed[index] = letter
            mutants.append(changed)
            var longer = bytes
            longer.insert(letter, at: index)
            mutants.append(longer)
        }
    }
    return mutants
}
