import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a connection sends while the list of staff is looked at for an act of its.
@Suite struct PacketsBehindActTests {
    private func line(_ text: String) -> MemberPacket { .message(Draft(id: nil, text: text)) }

    private func carried(_ text: String, by role: MemberRole?) -> MemberPacket {
        let info = MemberInfo(id: MemberNumber(value: 7).id, name: text, lang: "es", role: role)
        return .carried(Draft(id: nil, text: text), for: MemberHere(info, token: nil))
    }

    /// What is next, until nothing is or a list is to be looked at.
    private func rest(_ packets: inout PacketsBehindAct) -> [Next] {
        packets.endLookup()
        var steps: [Next] = []
        while let (packet, step) = packets.next() { steps.append(Next(packet, step)) }
        return steps
    }

    private struct Next: Equatable {
        let packet: MemberPacket
        let step: PacketsBehindAct.Step

        init(_ packet: MemberPacket, _ step: PacketsBehindAct.Step = .deliver) {
            (self.packet, self.step) = (packet, step)
        }
    }

    @Test func whatAMemberSendsWaitsBehindItsActInItsOrder() {
        var packets = PacketsBehindAct(isRelay: false)
        let steps = [line("before"), .staff(.lock), line("after"), .staff(.unlock), .who(after: nil)].map {
            packets.received($0)
        }
        #expect(steps == [.deliver, .look(.lock), .wait, .wait, .wait])
        #expect(rest(&packets) == [Next(line("after")), Next(.staff(.unlock), .look(.unlock))])
        // What comes while another act is looked at waits behind what has waited before.
        #expect(packets.received(line("last")) == .wait)
        #expect(rest(&packets) == [Next(.who(after: nil)), Next(line("last"))])
        #expect(packets.received(line("now")) == .deliver)
    }

    @Test func overARelayOnlyActsAndWhatStaffSayWait() {
        var packets = PacketsBehindAct(isRelay: true)
        let visitors = carried("Anna", by: nil)
        let staffs = carried("Rosa", by: .staff)
        let steps = [staffs, .staff(.lock), visitors, staffs, .staff(.unlock), .ping(nil)].map { packets.received($0) }
        #expect(steps == [.deliver, .look(.lock), .deliver, .wait, .wait, .deliver])
        #expect(rest(&packets) == [Next(staffs), Next(.staff(.unlock), .look(.unlock))])
        #expect(rest(&packets).isEmpty)
    }

    @Test(arguments: [(false, PacketsBehindAct.capacity), (true, PacketsBehindAct.capacityOfRelay)])
    func nothingMoreIsReadOnceTooMuchWaits(_ isRelay: Bool, _ capacity: Int) {
        var packets = PacketsBehindAct(isRelay: isRelay)
        _ = packets.received(.staff(.lock))
        for number in 0..<capacity {
            #expect(!packets.isFull, "\(number)")
            _ = packets.received(.staff(.unlock))
        }
        #expect(packets.isFull)
        _ = rest(&packets)
        #expect(!packets.isFull)
    }
}
