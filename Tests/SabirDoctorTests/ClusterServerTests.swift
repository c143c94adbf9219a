import SabirCore
import Testing

@testable import SabirNode

/// What the monitoring of a NATS server tells; the real one of this machine is asked in Tests/cluster.
@Suite("Whether a cluster's servers sync each write")
struct ClusterServerTests {
    private func read(_ config: String, status: String = "HTTP/1.0 200 OK", id: String = "NA") -> ClusterServer.Syncing
    {
        let body = #"{"server_id": "NA", "version": "2.10.7", "jetstream": {"config": \#(config), "stats": {}}}"#
        return ClusterServer.read("\(status)\r\nContent-Type: application/json\r\n\r\n\(body)", from: 8_222, of: id)
    }

    @Test("sync_always and sync_interval, as 2.10 and newer show them")
    func settings() {
        #expect(read(#"{"sync_interval": 120000000000, "sync_always": true}"#) == .eachWrite)
        #expect(read(#"{"sync_interval": 120000000000}"#) == .every(seconds: 120))
        #expect(read(#"{"sync_interval": 500000000, "sync_always": false}"#) == .every(seconds: 0.5))
    }

    @Test("What is not shown, or is not this server's, is not known")
    func unknown() {
        func isUnknown(_ syncing: ClusterServer.Syncing) -> Bool {
            if case .unknown = syncing { true } else { false }
        }
        #expect(isUnknown(read("{}")) && isUnknown(read("null")))
        #expect(isUnknown(read(#"{"sync_interval": -1}"#)) && isUnknown(read(#"{"sync_interval": "2m"}"#)))
        #expect(isUnknown(read(#"{"sync_always": true}"#, id: "NB")))
        #expect(isUnknown(read(#"{"sync_always": true}"#, status: "HTTP/1.0 404 Not Found")))
        for answer in ["", "HTTP/1.0 200 OK", "INFO {}", "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n[]"] {
            #expect(isUnknown(ClusterServer.read(answer, from: 8_222, of: "NA")), "\(answer)")
        }
    }

    @Test(
        "The setting came with 2.10",
        arguments: [
            ("2.9.10", false), ("2.10.0", true), ("2.10.0-beta.1", true),
            ("2.12.3", true), ("3.0", true), ("1.4", false), ("", false), ("new", false),
        ])
    func versions(_ version: String, _ knows: Bool) {
        #expect(ClusterServer.knowsSetting(version) == knows)
    }

    @Test("Told in words, and wrong only where nothing answers")
    func words() {
        func told(_ syncing: ClusterServer.Syncing, version: String? = "2.10.7") -> [Finding] {
            ClusterCheck.findings(ClusterServer(address: "nats://a:4222", version: version, syncing: syncing))
        }
        #expect(told(.unknown(""), version: nil).map(\.isFine) == [false])
        let periodic = told(.every(seconds: 120))
        #expect(periodic.map(\.isFine) == [true, true] && periodic[1].sentence.contains("every 2 min, not each write"))
        #expect(periodic[1].mend?.contains("sync_interval: always") == true)
        #expect(told(.eachWrite)[1].mend == nil && told(.eachWrite)[1].sentence.contains("syncs each write"))
        #expect(told(.versionCannot)[1].mend?.contains("2.10") == true)
        #expect(told(.unknown("nobody answers"))[1].sentence.hasSuffix("is not known: nobody answers."))
    }
}
