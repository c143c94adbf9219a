import Foundation
import Glibc
import SabirCore
import Testing

@testable import SabirSecurity

@Suite struct PinStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-pins-\(UUID())").path
    private var store: PinStore { PinStore(folder: folder) }
    private var file: String { folder + "/known-rooms.json" }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private static func pin(_ room: String, name: String = "Reception", last: Int = 1) -> Pin {
        var pin = Pin(room: room, name: name, certificate: fingerprint(1), address: "10.0.0.5:47275", since: 1)
        pin.last = last
        return pin
    }

    @Test func keepsForItsOwnerAlone() async throws {
        defer { remove() }
        #expect(try store.read() == Pins())
        var pin = Self.pin("A")
        pin.remember(fingerprint(2), until: 7)
        let kept = pin
        try await store.update { $0.keep(kept) }
        #expect(try store.read()[room: "a"] == pin)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    /// Two programs at once: what either keeps is there in the end.
    @Test func changesDoNotOverwriteOneAnother() async throws {
        defer { remove() }
        let store = store
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { try await store.update { $0.keep(Self.pin("room-\(number)")) } }
            }
            try await group.waitForAll()
        }
        #expect(try store.read().rooms.count == 20)
    }

    @Test func whatCannotWaitIsKeptAtOnceUnlessAnotherProgramIsAtIt() throws {
        defer { remove() }
        #expect(try store.updateAtOnce { $0.keep(Self.pin("a")) })
        #expect(try store.read()[room: "a"] != nil)
        let other = open(folder + "/known-rooms.lock", O_RDWR)
        defer { close(other) }
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(try !store.updateAtOnce { $0.keep(Self.pin("b")) })
        #expect(try store.read()[room: "b"] == nil)
    }

    @Test(arguments: ["", "{", "[]", "{\"version\":1,\"rooms\":[{\"room\":\"a\",\"certificate\":\"short\"}]}"])
    func damagedIsNoFreshStart(_ text: String) async throws {
        defer { remove() }
        try PrivateFile(path: file).write(Data(text.utf8))
        #expect(throws: SecurityError.self) { try store.read() }
        await #expect(throws: SecurityError.self) { try await store.update { $0.keep(Self.pin("a")) } }
        #expect(FileManager.default.contents(atPath: file) == Data(text.utf8))
    }

    @Test func isBoundedByForgettingTheLongestUnvisited() {
        var pins = Pins()
        for number in 0...Pins.most { pins.keep(Self.pin("room-\(number)", last: number == 0 ? 1_000_000 : number)) }
        #expect(pins.rooms.count == Pins.most)
        #expect(pins[room: "room-0"] != nil)
        #expect(pins[room: "room-1"] == nil)
    }

    @Test func isFoundByIDNameOrAddress() {
        var pins = Pins()
        pins.keep(Self.pin("a"))
        pins.keep(Self.pin("b", name: "Pharmacy"))
        #expect(pins.meant(by: "A").map(\.room) == ["a"])
        #expect(pins.meant(by: "pharmacy").map(\.room) == ["b"])
        #expect(pins.meant(by: "10.0.0.5:47275").map(\.room) == ["a", "b"])
        #expect(pins.meant(by: "nowhere").isEmpty)
    }

    @Test func acceptingAnotherCertificateVoidsWhatTheOldOneVouchedFor() {
        var pins = Pins()
        var pin = Self.pin("a")
        pin.remember(fingerprint(2), until: 100)
        pins.keep(pin)
        pins.accept(fingerprint(3), room: "A")
        #expect(pins[room: "a"]?.knows(fingerprint(3), now: 1) == true)
        #expect(pins[room: "a"]?.knows(fingerprint(2), now: 1) == false)
        #expect(pins[room: "a"]?.knows(fingerprint(1), now: 1) == false)
    }
}
