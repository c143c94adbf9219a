import SabirWire
import Testing

@testable import SabirClient
@testable import SabirRoom

/// What a connection sends while the list of staff is looked at for an act of its.
@Suite struct PacketsBehindActTests {
    private func line(_ text: String) -> MemberPacket { .message(Draft(id: nil, text: text)) }

    private func carried(_ text: String, by role: MemberRole?) -> MemberPacket {
        let info = MemberInfo(id: MemberNumber(value: 7).id, name: text, lang: "es", role: role)
        return .carried(Draft(id: nil, text: text), for: Carried(info, author: nil))
    }

    /// What is next, until nothing is or a list is to be looked at.
    private func rest(_ packets: inout PacketsBehindAct) -> [PacketsBehindAct.Step] {
        packets.looked()
        var steps: [PacketsBehindAct.Step] = []
        while let step = packets.next() { steps.append(step) }
        return steps
    }

    @Test func whatAMemberSendsWaitsBehindItsActInItsOrder() {
        var packets = PacketsBehindAct(isRelay: false)
        let steps = [line("before"), .staff(.lock), line("after"), .staff(.unlock), .who(after: nil)].map {
            packets.received($0)
        }
        #expect(steps == [.deliver(line("before")), .look(.lock), .wait, .wait, .wait])
        #expect(rest(&packets) == [.deliver(line("after")), .look(.unlock)])
        // What comes while another act is looked at waits behind what has waited before.
        #expect(packets.received(line("last")) == .wait)
        #expect(rest(&packets) == [.deliver(.who(after: nil)), .deliver(line("last"))])
        #expect(packets.received(line("now")) == .deliver(line("now")))
    }

    @Test func overARelayOnlyActsAndWhatStaffSayWait() {
        var packets = PacketsBehindAct(isRelay: true)
        let visitors = carried("Anna", by: nil)
        let staffs = carried("Rosa", by: .staff)
        let steps = [staffs, .staff(.lock), visitors, staffs, .staff(.unlock), .ping(nil)].map { packets.received($0) }
        #expect(
            steps == [.deliver(staffs), .look(.lock), .deliver(visitors), .wait, .wait, .deliver(.ping(nil))])
        #expect(rest(&packets) == [.deliver(staffs), .look(.unlock)])
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
