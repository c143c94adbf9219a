import SabirCore
import Testing

@testable import SabirNode

@Suite("The service as systemd shows it")
struct ServiceUnitTests {
    private func shown(_ changes: [String: String] = [:]) -> String {
        var values = [
            "LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Result": "success",
            "ExecMainStatus": "0", "NRestarts": "0", "ActiveEnterTimestampMonotonic": "5000000", "User": "sabir",
            "UID": "998", "DynamicUser": "no", "SupplementaryGroups": "ssl-cert",
            "Environment": "XDG_STATE_HOME=/var/lib SABIR_DATA=/usr/local/share/sabir",
            "ExecStart":
                "{ path=/usr/local/bin/sabir ; argv[]=/usr/local/bin/sabir serve --config /etc/sabir/sabir.toml ; ignore_errors=no }",
            "LoadCredential": "deepl:/etc/sabir/deepl.key",
        ]
        values.merge(changes) { $1 }
        return values.map { "\($0)=\($1)\n" }.joined()
    }

    @Test("tells whom to become, and where its configuration and secrets are")
    func parts() throws {
        let unit = try #require(ServiceUnit(shown: shown()))
        #expect(unit.user == "sabir" && unit.groups == ["ssl-cert"])
        #expect(unit.configurationFile == "/etc/sabir/sabir.toml")
        #expect(unit.environment == ["XDG_STATE_HOME": "/var/lib", "SABIR_DATA": "/usr/local/share/sabir"])
        #expect(unit.credentials == ["/run/credentials/sabir.service/deepl": "/etc/sabir/deepl.key"])
        #expect(ServiceUnit(shown: shown(["LoadState": "not-found"])) == nil)
        #expect(ServiceUnit(shown: shown(["User": ""]))?.user == nil)
        #expect(ServiceUnit(shown: "") == nil)
    }

    @Test("is told as it is: running, ending again and again, failed, stopped")
    func states() throws {
        func findings(_ changes: [String: String], now: UInt64 = 100_000_000) throws -> [Finding] {
            ServiceCheck.findings(try #require(ServiceUnit(shown: shown(changes))), now: now)
        }
        #expect(try findings([:]).map(\.isFine) == [true])
        let looping = try findings([
            "ActiveState": "activating", "SubState": "auto-restart", "Result": "exit-code", "ExecMainStatus": "1",
            "NRestarts": "812",
        ])
        #expect(looping.map(\.isFine) == [false])
        #expect(looping[0].sentence.contains("812 times") && looping[0].sentence.contains("status 1"))
        #expect(try findings(["NRestarts": "40"], now: 6_000_000).map(\.isFine) == [false])
        #expect(try findings(["NRestarts": "40"]).map(\.isFine) == [true])
        #expect(try findings(["ActiveState": "failed", "Result": "exit-code"]).map(\.isFine) == [false])
        #expect(try findings(["ActiveState": "inactive"]).map(\.isFine) == [true])
        let dynamic = try findings(["DynamicUser": "yes", "UID": "61184"])
        #expect(dynamic.map(\.isFine) == [true, false] && dynamic[1].sentence.contains("DynamicUser"))
    }
}
