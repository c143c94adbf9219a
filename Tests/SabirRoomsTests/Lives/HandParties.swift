import NIOCore
import SabirProtocol

@testable import SabirClient
@testable import SabirRoom

/// A host and those who are connected to it, by the names that they have there; where nothing else is said each from an
/// address of its own, with a device of its own.
struct HandParties {
    let host: LifeHost
    private var parties: [String: HandParty] = [:]

    init(_ host: LifeHost) { self.host = host }

    mutating func joins(
        _ name: String, from address: String? = nil, device: String? = nil, as relay: RelayHello? = nil
    ) {
        var hello = Hello.of(name)
        (hello.device, hello.relay) = (device ?? hello.device, relay)
        joins(hello, as: name, from: address)
    }

    mutating func joins(_ hello: Hello, as name: String, from address: String? = nil) {
        let party = HandParty(host.connect(from: address ?? "10.0.0.\(parties.count + 1)"))
        party.send([.hello(hello)])
        host.loop.run()
        parties[name] = party
        read()
    }

    mutating func sends(_ name: String, _ packets: MemberPacket...) {
        parties[name]?.send(packets)
        host.loop.run()
        read()
    }

    mutating func cuts(_ name: String) {
        self[name].channel.cut()
        host.loop.run()
    }

    mutating func hears(_ news: AuthorityNews) {
        host.tell(news)
        read()
    }

    mutating func passes(_ time: TimeAmount) {
        host.pass(time)
        read()
    }

    mutating func read() { for name in Array(parties.keys) { parties[name]?.read() } }

    subscript(name: String) -> HandParty { parties[name] ?? HandParty(host.connect(from: "10.9.9.9")) }

    func id(_ name: String) -> MemberID { self[name].welcome?.member ?? MemberID(rawValue: "m0") }
}
