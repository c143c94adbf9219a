import Glibc
import SabirCore
import Testing

@testable import SabirDiscovery

@Suite struct DiscoveryCheckTests {
    private func check(isMulticastDropped: Bool) -> DiscoveryCheck {
        var check = DiscoveryCheck(isMulticastDropped: isMulticastDropped)
        check.remedies = Remedies(hasSystemd: true, hasBus: true, hasAvahi: true)
        return check
    }

    @Test func aRecordThatDoesNotComeBackIsMendedWhereItIsLost() {
        let wired = [
            NetworkInterface(name: "eth0", flags: UInt32(IFF_UP) | UInt32(IFF_RUNNING) | UInt32(IFF_MULTICAST))
        ]
        let restart = check(isMulticastDropped: false).echo(isSeen: false, over: wired).mend
        #expect(restart == "systemctl restart avahi-daemon")
        #expect(check(isMulticastDropped: false).echo(isSeen: false, over: []).mend == nil)
        let dropped = check(isMulticastDropped: true).echo(isSeen: false, over: wired)
        #expect(dropped.sentence.contains("firewall drops UDP port 5353"))
        #expect(dropped.mend?.contains("avahi") == false)
        #expect(check(isMulticastDropped: true).echo(isSeen: true, over: []).isFine)
    }

    @Test func withoutAnInterfaceForItTheOneThatIsDownIsNamed() {
        let names = [("ifb0", 0), ("wlan0", UInt32(IFF_MULTICAST))]
        let down = names.map { NetworkInterface(name: $0, flags: $1) }
        let findings = check(isMulticastDropped: false).interfaces(down)
        #expect(findings.map(\.isFine) == [true, true, false] && findings.last?.mend == "ip link set wlan0 up")
    }
}
