import Testing

@testable import SabirDiscovery

@Suite struct RoomRecordTests {
    static let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    static let fingerprint = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    static let least = ["proto=1", "id=\(id)", "node=n1", "auth=none"]

    @Test func aFullRecordIsWrittenAsTheContractSays() throws {
        let record = RoomRecord(
            id: Self.id, node: "n1", authentication: .password, fingerprint: Self.fingerprint, members: 7,
            webPort: 8080, relay: .init(via: "floor2", hops: 3))
        #expect(
            try record.txt() == [
                "txtvers=1", "proto=1", "id=\(Self.id)", "node=n1", "auth=password", "tls=1",
                "fp=\(Self.fingerprint)", "n=7", "web=8080", "via=floor2", "hops=3",
            ])
        #expect(try RoomRecord(txt: record.txt()) == record)
    }

    @Test func whatARoomDoesNotHaveIsNotWritten() throws {
        let record = RoomRecord(id: Self.id, node: "n1")
        #expect(try record.txt() == ["txtvers=1", "proto=1", "id=\(Self.id)", "node=n1", "auth=none", "n=0"])
    }

    @Test func unknownKeysAndStringsWithoutAKeyAreIgnored() throws {
        let record = try RoomRecord(txt: Self.least + ["later=x", "flag", "=nothing", "", "n=2"])
        #expect(record == RoomRecord(id: Self.id, node: "n1", members: 2))
    }

    @Test func keysAreReadWithoutCaseAndTheFirstOfTwoCounts() throws {
        let record = try RoomRecord(txt: Self.least + ["N=3", "n=4"])
        #expect(record.members == 3)
    }

    @Test func aValueMayHoldAnEqualsSign() throws {
        #expect(try RoomRecord(txt: ["node=a=b"] + Self.least).node == "a=b")
    }

    @Test(arguments: [
        ["txtvers=2"], ["proto=2"], ["proto="], ["id=42"], ["id=\(id)0"], ["id=3f2504e0-4f89-41d3-9a0c-0305e82c33zz"],
        ["node="], ["auth=maybe"], ["auth"], ["n=-1"], ["n=many"], ["n=99999999999999999999"], ["web=0"],
        ["web=65536"], ["tls=1"], ["tls=1", "fp=short"], ["tls=1", "fp=\(fingerprint.dropLast())+"], ["tls=yes"],
        ["via=x"], ["via=x", "hops=0"], ["via=x", "hops=9"], ["via=", "hops=1"],
    ])
    func aRecordThatBreaksTheContractIsRejectedWithAReason(broken: [String]) {
        let error = #expect(throws: DiscoveryError.self) { try RoomRecord(txt: broken + Self.least) }
        #expect(error?.description.hasSuffix(".") == true)
    }

    @Test(arguments: 0..<least.count)
    func aRecordWithoutWhatMustBeThereIsRejected(missing: Int) {
        var strings = Self.least
        strings.remove(at: missing)
        #expect(throws: DiscoveryError.self) { try RoomRecord(txt: strings) }
    }

    @Test func aStringOf255BytesIsWrittenAndALongerOneRefused() throws {
        let longest = String(repeating: "é", count: 125)
        #expect(try RoomRecord(id: Self.id, node: longest).txt()[3].utf8.count == 255)
        #expect(throws: DiscoveryError.self) { try RoomRecord(id: Self.id, node: longest + "x").txt() }
    }

    @Test func aRecordThatNobodyWouldAcceptIsNotWritten() {
        #expect(throws: DiscoveryError.self) { try RoomRecord(id: "Reception", node: "n1").txt() }
        #expect(throws: DiscoveryError.self) { try RoomRecord(id: Self.id, node: "n1", members: -1).txt() }
    }
}
