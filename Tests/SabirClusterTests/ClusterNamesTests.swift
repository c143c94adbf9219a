import SabirProtocol
import Testing

@testable import SabirCluster

struct ClusterNamesTests {
    @Test func aLinesSubjectTellsItsRoomAndItsId() {
        let names = ClusterNames(prefix: "sabir-2_b", room: "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab")
        let id = MessageID()
        #expect(ClusterNames.room(of: names.line(id)) == names.room)
        #expect(ClusterNames.room(of: names.subject("one.2", in: .presence)) == names.room)
        #expect(ClusterNames.id(ofLine: names.line(id)) == id)
        #expect(ClusterNames.room(of: "sabir.log.5b1e7a52") == nil)
        #expect(ClusterNames.room(of: "") == nil)
    }
}
