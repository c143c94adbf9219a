import SabirCore
import Testing

@testable import SabirWeb

@Suite("The text of a wifi's code")
struct WifiNetworkTests {
    @Test("names kind, network and password; an open one has no password")
    func kinds() {
        #expect(WifiNetwork(name: "Clinic", password: "waiting-room").text == "WIFI:T:WPA;S:Clinic;P:waiting-room;;")
        let modern = WifiNetwork(name: "Clinic", password: "waiting-room", security: .sae, isHidden: true)
        #expect(modern.text == "WIFI:T:SAE;S:Clinic;P:waiting-room;H:true;;")
        #expect(WifiNetwork(name: "Clinic").text == "WIFI:T:nopass;S:Clinic;;")
    }

    @Test("marks what would end a value, and leaves what looks like a number as it is")
    func escapes() {
        let network = WifiNetwork(name: #"a;b,c:d"e\f"#, password: "deadbeef00")
        #expect(network.text == #"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:deadbeef00;;"#)
        #expect(WifiNetwork(name: "诊所 ☕").text == "WIFI:T:nopass;S:诊所 ☕;;")
    }

    @Test("fits into a code at its longest")
    func longest() {
        let name = String(repeating: ";", count: 32)
        let password = String(repeating: "\\", count: 63)
        #expect(QRCode(WifiNetwork(name: name, password: password).text) != nil)
    }
}
