import Foundation
import NIOCore
import Testing

@testable import SabirProtocol

/// The contract's packets as every implementation reads them, in Vectors/packets.json.
@Suite struct VectorTests {
    private struct Vector {
        let name: String
        let direction: String
        let packet: ByteBuffer
        let valid: Bool
        let error: String?
        let unknown: Bool
    }

    /// Bad packets of a host that a guest takes all the same: it fills in what is missing, cleans what is not clean
    /// and does not count. What a host sends is held to the letter by the contract tests.
    private static let forgiven: Set<String> = [
        "welcome without members", "welcome without langs", "welcome with 101 members",
        "welcome whose langs count nobody", "line with seq 0", "line with a bell", "line with an override",
        "line from a name with an escape", "presence without left", "presence with 101 left", "members without more",
        "gap from 0", "error without fatal", "somebody did not understand, without present",
        "somebody calls for a person, without contact", "notice with an override", "acted: ban without minutes",
        "welcome whose history is kept in a cloud",
    ]

    private func file() throws -> [String: Any] {
        let url = try #require(Bundle.module.url(forResource: "Vectors/packets", withExtension: "json"))
        return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    }

    private func vectors(from direction: String) throws -> [Vector] {
        let list = try #require(try file()["vectors"] as? [[String: Any]])
        return try list.filter { $0["direction"] as? String == direction }.map {
            let packet = try JSONSerialization.data(withJSONObject: try #require($0["packet"]))
            return Vector(
                name: try #require($0["name"] as? String), direction: direction, packet: ByteBuffer(bytes: packet),
                valid: try #require($0["valid"] as? Bool), error: $0["error"] as? String,
                unknown: $0["unknown"] as? Bool ?? false)
        }
    }

    @Test func aHostReadsAndRefusesWhatMembersSendAsTheContractSays() throws {
        let vectors = try vectors(from: "member")
        #expect(vectors.count > 20)
        for vector in vectors {
            do {
                let packet = try MemberPacket(body: vector.packet)
                #expect(vector.valid, "\(vector.name) was taken")
                if case .unknown = packet { #expect(vector.unknown, "\(vector.name)") }
            } catch {
                #expect(error.code.rawValue == vector.error, "\(vector.name)")
            }
        }
    }

    @Test func aGuestReadsAndRefusesWhatHostsSendAsTheContractSays() throws {
        let vectors = try vectors(from: "host")
        #expect(vectors.count > 20)
        for vector in vectors {
            do {
                let packet = try HostPacket(body: vector.packet)
                #expect(vector.valid != Self.forgiven.contains(vector.name), "\(vector.name) was taken")
                if case .unknown = packet { #expect(vector.unknown, "\(vector.name)") }
            } catch {
                #expect(error.code.rawValue == vector.error, "\(vector.name)")
            }
        }
    }

    @Test func framesThatBreakTheContractAreFatal() throws {
        let frames = try #require(try file()["frames"] as? [[String: String]])
        #expect(frames.count > 10)
        for frame in frames {
            let text = try #require(frame["text"])
            for fault in [memberFault(text), hostFault(text)] {
                #expect(fault?.code.rawValue == frame["error"], "\(frame["name"] ?? "")")
                #expect(fault?.fatal == true, "\(frame["name"] ?? "")")
            }
        }
    }
}
