import Testing

@testable import SabirNode

@Suite("What ufw and firewalld let in")
struct FirewallProgramsTests {
    private let page = Firewall.Packet(transport: "tcp", port: 8_275)
    private let discovery = Firewall.Packet(transport: "udp", port: 5_353)

    private func ufw(_ rules: String..., standard: String = "deny", before: String? = nil) throws -> Ufw {
        let head = [
            "Status: active", "Default: \(standard) (incoming), allow (outgoing)", "To  Action  From", "--  --  --",
        ]
        return try #require(Ufw(status: (head + rules).joined(separator: "\n"), before: before))
    }

    @Test(
        "the first rule about a port counts",
        arguments: [
            ("8275/tcp                   ALLOW IN    Anywhere", false),
            ("80,8000:9000/tcp           LIMIT IN    Anywhere", false),
            ("8275                       ALLOW IN    192.168.1.0/24", false),
            ("Anywhere on wlan0          ALLOW IN    Anywhere", false),
            ("10.0.0.1 8275/tcp          ALLOW IN    Anywhere", false),
            ("8275/tcp (Sabir)           ALLOW IN    Anywhere", false),
            ("8275/udp                   ALLOW IN    Anywhere", true),
            ("8275/tcp                   ALLOW OUT   Anywhere", true),
            ("8275/tcp (v6)              ALLOW IN    Anywhere (v6)", true),
            ("8276/tcp                   ALLOW IN    Anywhere", true),
        ])
    func lines(rule: String, drops: Bool) throws {
        #expect(try ufw(rule).drops(page) == drops)
    }

    @Test("what is closed to everybody is told, also where all else is open")
    func closed() throws {
        let rule = "8275/tcp                   DENY IN     Anywhere"
        #expect(try ufw(rule, standard: "allow").drops(page))
        #expect(try !ufw("8275/tcp   ALLOW IN   Anywhere", rule, standard: "allow").drops(page))
        #expect(try !ufw("8275/tcp   REJECT IN   10.0.0.0/8", standard: "allow").drops(page))
        #expect(Ufw(status: "Status: inactive", before: nil) == nil)
    }

    @Test("discovery is let in by what goes before all rules")
    func discoveryFirst() throws {
        let accepts = "-A ufw-before-input -p udp -d 224.0.0.251 --dport 5353 -j ACCEPT\n"
        #expect(try !ufw(before: accepts).drops(discovery))
        #expect(try !ufw(before: nil).drops(discovery))
        #expect(try ufw(before: "# " + accepts).drops(discovery))
        #expect(try !ufw("5353/udp   ALLOW IN   Anywhere", before: "").drops(discovery))
    }

    private func zone(_ lines: String...) throws -> Firewalld {
        let text = (["public (default, active)", "  target: default", "  interfaces: eth0"] + lines).joined(
            separator: "\n")
        return try #require(Firewalld(zones: text) { $0 == "sabir" ? "sabir\n  ports: 8275/tcp" : nil })
    }

    @Test(
        "a zone lets in by port, service, protocol and rich rule",
        arguments: [
            "  ports: 22/tcp 8000-9000/tcp", "  services: ssh sabir", "  protocols: tcp",
            "\trule family=\"ipv4\" port port=\"8275\" protocol=\"tcp\" accept",
            "\trule family=\"ipv4\" source address=\"10.0.0.0/8\" accept",
        ])
    func open(line: String) throws {
        #expect(try zone(line).drops(page) == nil)
    }

    @Test(
        "and drops the rest",
        arguments: [
            "  ports: 8275/udp 8276-8300/tcp", "  services: ssh",
            "\trule family=\"ipv4\" port port=\"22\" protocol=\"tcp\" accept",
        ])
    func shut(line: String) throws {
        #expect(try zone(line).drops(page) == "public")
    }
}
