import NIOCore

@testable import SabirClient
@testable import SabirRoom
@testable import SabirProtocol

/// The first byte says how the rest arrives: in pieces of so many bytes. Where it is cut makes no difference.
func fuzzFrames(_ input: [UInt8]) {
    guard let step = input.first.map({ Int($0) + 1 }) else { return }
    let bytes = Array(input.dropFirst())
    let atOnce = bodies(in: bytes, step: max(bytes.count, 1))
    demand(bodies(in: bytes, step: step) == atOnce, "frames do not depend on reads")
}

/// The bodies up to the first breach, and that breach.
private func bodies(in bytes: [UInt8], step: Int) -> [String] {
    var decoder = FrameDecoder(maximumLength: 1_024)
    var found: [String] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
        decoder.append(ByteBuffer(bytes: bytes[start..<min(start + step, bytes.count)]))
        do throws(WireFault) {
            while let body = try decoder.next() { found.append("\(Array(body.readableBytesView))") }
        } catch {
            return found + [error.reason]
        }
        demand(decoder.retainedCapacity <= 4_096, "what is kept of a frame is bounded")
    }
    return found
}

/// The body of a packet, read as either side would: what can be read is written and read again as the same.
func fuzzPackets(_ input: [UInt8]) {
    if let draft = Draft(plain: ByteBuffer(bytes: input)) {
        let packet = try? MemberPacket(fieldsOf: ByteBuffer(bytes: input))
        demand(packet == .message(draft), "a plain message is the same field by field")
    }
    if let packet = try? MemberPacket(body: ByteBuffer(bytes: input)) {
        let written = written { $0.append(packet) }
        let again = try? MemberPacket(body: ByteBuffer(bytes: written))
        demand(again == packet, "a member's packet is the same when written again")
        demand(again.map { packet in SabirFuzz.written { $0.append(packet) } } == written, "a packet has one form")
    }
    if let packet = try? HostPacket(body: ByteBuffer(bytes: input)) {
        let written = written { $0.append(packet) }
        let again = try? HostPacket(body: ByteBuffer(bytes: written))
        demand(again == packet, "a host's packet is the same when written again")
    }
}

private func written(_ append: (inout FrameEncoder) -> Void) -> ArraySlice<UInt8> {
    var encoder = FrameEncoder()
    append(&encoder)
    return Array(encoder.take().readableBytesView).dropFirst(Frame.headerLength)
}

/// A peer's bytes, in pieces as long as the first byte says, through frames, packets and a connection's life, into a
/// room that admits whom it may.
func fuzzConnection(_ input: [UInt8]) {
    guard let step = input.first.map({ Int($0) + 1 }) else { return }
    var peer = FuzzPeer()
    for start in stride(from: 1, to: input.count, by: step) {
        peer.read(ByteBuffer(bytes: input[start..<min(start + step, input.count)]))
    }
}

/// `MemberHandler` without its channel.
private struct FuzzPeer {
    private var decoder = FrameDecoder()
    private var machine = HostConnection()
    private var room = RoomState(
        settings: RoomSettings(info: RoomInfo(id: "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab", name: "Reception")), seed: 1)
    private var member: Member?
    private var challenged: Hello?
    private let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

    mutating func read(_ bytes: ByteBuffer) {
        guard machine.phase != .over else { return }
        decoder.append(bytes)
        while machine.phase != .over {
            do throws(WireFault) {
                guard let body = try decoder.next() else { return }
                let packet = try MemberPacket(body: body)
                let action = machine.received(packet)
                perform(action)
                if action == .deliver { deliver(packet) }
            } catch {
                perform(machine.failed(error))
            }
        }
    }

    private mutating func perform(_ action: HostConnection.Action) {
        switch action {
        case .join(let hello):
            demand(member == nil, "nobody joins twice over one connection")
            // Whoever offers a password finds a door.
            guard hello.auth == nil else {
                challenged = hello
                return machine.challenged()
            }
            enter(hello)
        case .check(let proof):
            demand(member == nil && proof.utf8.count == PasswordProof.length, "a proof has its form, and comes first")
            guard let hello = challenged, proof.utf8.first != UInt8(ascii: "A") else {
                return perform(machine.refusedHello(WireFault(.authFailed, "The password is wrong.")))
            }
            enter(hello)
        case .list: demand(member == nil, "a list of rooms is asked for before the hello alone")
        case .deliver: demand(member != nil && machine.phase == .member, "only members talk")
        case .refuse(let fault): demand(!fault.fatal && member != nil, "a member is refused, and stays")
        case .closeSaying(let fault): demand(fault.fatal && machine.phase == .over, "a breach ends the connection")
        case .close: demand(machine.phase == .over, "a goodbye ends the connection")
        case .ignore: break
        }
    }

    private mutating func enter(_ hello: Hello) {
        do throws(WireFault) {
            member = try room.admit(hello, now: now).member
            machine.joined()
        } catch {
            perform(machine.refusedHello(error))
        }
    }

    private mutating func deliver(_ packet: MemberPacket) {
        guard let member, case .message(let draft) = packet else { return }
        guard case .accepted(let message) = room.accept(draft, from: member.number, now: now, wall: 1) else { return }
        demand(message.member == member.info.id && message.from == member.info.name, "the host says who speaks")
        demand((1...4_000).contains(message.text.unicodeScalars.count), "what is accepted was measured")
    }
}
