import Foundation
import SabirCore
import Testing

@testable import SabirNode

/// A state folder that takes another's place, also after a death at any step.
struct LaidStateTests {
    private let scratch = Scratch()

    private func lay() throws {
        for (name, text) in [("node.pem", "new"), ("relays/one.json", "new")] {
            try scratch.write("restored.opened/state/" + name, text)
        }
        try scratch.write("restored.opened/configuration.0", "left over")
        try LaidState.prepare(scratch.path + "/restored.opened", in: scratch.path)
    }

    private func took() throws -> String? {
        try LaidState.putInPlace(in: scratch.path, now: Date(timeIntervalSince1970: 1_000_000_000))
    }

    private let taken = [
        "node.lock", "node.pem", "relays/one.json", "replaced-20010909T014640Z/node.pem",
        "replaced-20010909T014640Z/setup-code",
    ]

    private func begin() throws {
        for name in ["node.pem", "setup-code"] { try scratch.write(name, "old") }
        try scratch.write("restored.archive", "sealed")
    }

    @Test func itTakesThePlaceOfWhatWasThereWhichIsMovedAside() throws {
        try begin()
        #expect(try took() == nil)
        try lay()
        #expect(scratch.text("node.pem") == "old")
        #expect(try took() == scratch.path + "/replaced-20010909T014640Z")
        #expect(scratch.names == taken)
        #expect(scratch.text("node.pem") == "new")
        #expect(scratch.text("replaced-20010909T014640Z/node.pem") == "old")
        #expect(try took() == nil)
    }

    /// As far as each rename had come.
    @Test(arguments: [["node.pem"], ["node.pem", "setup-code"]])
    func whoeverDiedWhileTheOldWasMovedAsideGoesOn(moved: [String]) throws {
        try begin()
        try lay()
        for name in moved {
            try FileManager.default.moveItem(
                atPath: scratch.path + "/" + name, toPath: scratch.path + "/restored.ready/replaced/" + name)
        }
        _ = try took()
        #expect(scratch.names == taken)
        #expect(scratch.text("node.pem") == "new")
    }

    @Test(arguments: [[], ["node.pem"], ["node.pem", "relays"]])
    func whoeverDiedWhileTheNewWasPutInItsPlaceGoesOn(moved: [String]) throws {
        try begin()
        try lay()
        for name in ["node.pem", "setup-code"] {
            try FileManager.default.moveItem(
                atPath: scratch.path + "/" + name, toPath: scratch.path + "/restored.ready/replaced/" + name)
        }
        let (ready, placing) = (scratch.path + "/restored.ready", scratch.path + "/restored.placing")
        try FileManager.default.moveItem(atPath: ready, toPath: placing)
        for name in moved {
            try FileManager.default.moveItem(
                atPath: placing + "/state/" + name, toPath: scratch.path + "/" + name)
        }
        _ = try took()
        #expect(scratch.names == taken)
        #expect(scratch.text("node.pem") == "new")
    }

    /// The backup in clear is no leftover that anybody may find.
    @Test func whatWasBeingOpenedWhenSomebodyWasKilledGoesAndNotUnderARunningNode() throws {
        try begin()
        try scratch.write("restored.opened/state/node.pem", "in clear")
        let lock = try FileLock(scratch.path + "/node.lock")
        #expect(try took() == nil)
        #expect(scratch.text("restored.opened/state/node.pem") != nil)
        lock.release()
        #expect(try took() == nil)
        #expect(scratch.names == ["node.lock", "node.pem", "restored.archive", "setup-code"])
    }

    @Test func whoeverDiedWhenAllWasInItsPlaceNamesNoFolderThatIsNotThere() throws {
        try begin()
        try scratch.write("restored.placing/configuration.0", "left over")
        #expect(try took() == nil)
        #expect(scratch.names == ["node.lock", "node.pem", "setup-code"])
    }

    @Test func nothingIsMovedWhileANodeRunsThere() throws {
        try begin()
        try lay()
        let lock = try FileLock(scratch.path + "/node.lock")
        #expect(throws: NodeError.self) { try took() }
        #expect(scratch.text("node.pem") == "old")
        lock.release()
        #expect(try took() != nil)
    }
}

/// What is sent, in pieces.
struct ReceivedBackupTests {
    private let scratch = Scratch()

    @Test func piecesFollowOneAnotherAndTheFirstBeginsAnew() throws {
        let backup = ReceivedBackup(in: scratch.path)
        let head = Data("sabir-backup".utf8)
        try backup.write(head + [1], at: 0)
        try backup.write(Data([2, 3]), at: 13)
        // Its answer was lost.
        try backup.write(Data([2, 3]), at: 13)
        #expect(try Data(contentsOf: URL(filePath: scratch.path + "/restored.archive")) == head + [1, 2, 3])
        #expect(throws: NodeError.self) { try backup.write(Data([4]), at: 16) }
        #expect(throws: NodeError.self) { try backup.write(Data([4]), at: .max - 1) }
        #expect(throws: NodeError.self) { try backup.write(Data([4]), at: -1) }
        #expect(throws: NodeError.self) { try backup.write(Data(count: ReceivedBackup.longestPiece + 1), at: 15) }
        try backup.write(head, at: 0)
        #expect(try Data(contentsOf: URL(filePath: scratch.path + "/restored.archive")) == head)
        #expect(throws: NodeError.self) { try backup.write(Data("#!/bin/sh".utf8), at: 0) }
        #expect(scratch.names == [])
    }
}
