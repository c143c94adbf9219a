import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

/// A correction that comes out of a cluster's stream behind the retraction of its line.
@Suite struct LateCorrectionTests {
    @Test func nobodyIsToldWhatItSays() async {
        let told = await HandLoop.onItsThread {
            let host = LifeHost(.clustered, settings: .test(), limits: ConnectionLimits(), seed: 1)
            defer { host.end() }
            var parties = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map { HandParty(host.connect(from: $0)) }
            for (party, name) in zip(parties, ["anna", "boris", "clara"]) { party.send([.hello(.of(name))]) }
            host.loop.run()
            let line = Message.numbered(1, 1)
            host.tell(.lines([line, Self.revises(2, .retracts(line.id))], authors: ["t1", "t1"]))
            host.tell(.lines([Self.revises(3, .corrects(line.id))], authors: ["t1"]))
            host.tell(.lines([Self.revises(4, .corrects(.numbered(9)))], authors: ["t1"]))
            for index in parties.indices { parties[index].read() }
            return parties.map { party in
                party.told.compactMap { packet -> Message? in
                    if case .message(let line) = packet { line } else { nil }
                }
            }
        }
        for lines in told {
            #expect(lines.map(\.seq) == [1, 2, 3, 4])
            #expect(lines.map(\.isRetracted) == [false, false, true, false])
            #expect(lines.filter { $0.text.contains("geheimwort") }.map(\.seq) == [4])
        }
    }

    private static func revises(_ number: Int, _ revision: Revision) -> Message {
        Message(
            seq: number, id: .numbered(UInt64(number)), ts: 1, member: MemberID(rawValue: "m1"), from: "anna",
            lang: "es", text: "geheimwort \(number)", reply: revision.line, revision: revision)
    }
}
