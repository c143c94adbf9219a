import Testing

@testable import SabirNode

@Suite("The firewall's rules")
struct FirewallTests {
    private let page = Firewall.Packet(transport: "tcp", port: 8_275)

    /// Rules of one chain of hook input, as `nft --json list ruleset` prints them.
    private func chain(policy: String, _ rules: String...) throws -> Firewall {
        let listed = rules.map {
            #"{"rule":{"family":"inet","table":"filter","chain":"input","handle":9,"expr":["# + $0 + "]}}"
        }
        let chain =
            #"{"metainfo":{"version":"1.0.6"}},{"table":{"family":"inet","name":"filter"}},"#
            + #"{"chain":{"family":"inet","table":"filter","name":"input","handle":1,"type":"filter","hook":"input","#
            + "\"prio\":0,\"policy\":\"\(policy)\"}}"
        return try #require(
            Firewall(listed: "{\"nftables\":[" + ([chain] + listed).joined(separator: ",") + "]}"))
    }

    private let lo = #"{"match":{"op":"==","left":{"meta":{"key":"iifname"}},"right":"lo"}},{"accept":null}"#
    private let known =
        #"{"match":{"op":"in","left":{"ct":{"key":"state"}},"right":["established","related"]}},{"accept":null}"#

    private func port(_ right: String, _ verdict: String = "accept") -> String {
        #"{"match":{"op":"==","left":{"payload":{"protocol":"tcp","field":"dport"}},"right":"# + right
            + "}},{\"\(verdict)\":null}"
    }

    @Test("of which one drops what this computer sends to itself are named with what mends it")
    func dropsLoopback() throws {
        let closed = LoopbackCheck.finding(reaches: false, isUp: true, try chain(policy: "drop", known))
        #expect(closed.mend?.hasPrefix("nft insert rule inet filter input iif lo accept") == true)
        #expect(LoopbackCheck.finding(reaches: false, isUp: true, nil).mend?.contains("iif lo accept") == true)
        #expect(LoopbackCheck.finding(reaches: false, isUp: false, nil).mend == "ip link set lo up")
        #expect(LoopbackCheck.finding(reaches: true, isUp: true, nil).isFine)
    }

    @Test("drop everything where nothing is let in besides this machine and answers")
    func dropsAll() throws {
        let firewall = try chain(policy: "drop", lo, known, port("22"))
        #expect(firewall.drops(page)?.description == "inet filter input")
        #expect(firewall.drops(Firewall.Packet(transport: "tcp", port: 22)) == nil)
        #expect(try chain(policy: "accept", #"{"counter":{}},{"drop":null}"#).drops(page) != nil)
        #expect(try chain(policy: "accept", port("8275", "reject")).drops(page) != nil)
    }

    @Test(
        "let in by port, set, range, sender and interface",
        arguments: ["8275", #"{"set":[80,8275]}"#, #"{"set":[{"range":[8000,9000]}]}"#, #""@allowed""#])
    func letsIn(right: String) throws {
        #expect(try chain(policy: "drop", lo, port(right)).drops(page) == nil)
    }

    @Test("that let in some senders drop nothing for everybody")
    func someSenders() throws {
        let sender =
            #"{"match":{"op":"==","left":{"payload":{"protocol":"ip","field":"saddr"}},"right":"10.0.0.1"}},"#
        #expect(try chain(policy: "drop", lo, sender + #"{"accept":null}"#).drops(page) == nil)
        #expect(try chain(policy: "accept", sender + #"{"drop":null}"#).drops(page) == nil)
        #expect(try chain(policy: "accept", port("80", "drop")).drops(page) == nil)
    }

    @Test("go through maps of verdicts")
    func maps() throws {
        let map =
            #"{"vmap":{"key":{"ct":{"key":"state"}},"data":{"set":[["established",{"accept":null}],["new",{"accept":null}]]}}}"#
        #expect(try chain(policy: "drop", map).drops(page) == nil)
        let ports =
            #"{"vmap":{"key":{"payload":{"protocol":"tcp","field":"dport"}},"data":{"set":[[80,{"accept":null}],[8275,{"drop":null}]]}}}"#
        #expect(try chain(policy: "accept", ports).drops(page) != nil)
    }

    @Test("that are none, and text that is none")
    func nothing() {
        #expect(Firewall(listed: "no rules") == nil)
        #expect(Firewall(listed: "{\"nftables\":[]}")?.drops(page) == nil)
    }
}
