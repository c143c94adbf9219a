import Foundation
import SabirCore
import Testing

@testable import SabirNode

/// Whole runs, of a state folder without a history; one with a history is in Tests/conversation/test_backups.py.
@Suite struct BackupRunTests {
    private let state = Scratch()
    private let folder = Scratch()
    private let key = RecoveryKey()

    private func run(keep: Int = 14, folder named: String? = nil, mount: String? = nil) async throws -> BackupRecord.Run
    {
        let settings = BackupSettings(folder: named ?? folder.path, mount: mount, keep: keep, since: 0)
        let files = NodeFiles(state: state.path, history: state.path + "/history.sqlite", configuration: nil)
        return try await BackupRun(files, settings, key: key, node: "Casa Èlia", version: "0").run()
    }

    private func extracted(_ run: BackupRecord.Run) async throws -> (Scratch, ArchiveManifest) {
        let place = Scratch()
        let extraction = try await ArchiveExtraction(try #require(run.file), key: key, into: place.path)
        return (place, extraction.manifest)
    }

    @Test func allOfTheStateFolderIsInItButWhatIsNamed() async throws {
        let taken = [
            "audit.jsonl", "devices.list", "guests/1.outbox", "identity.json", "known-rooms.json", "moderation/A.json",
            "resume.key", "sight/A.json", "staff.json", "what-a-later-version-keeps", "A.password",
        ].sorted()
        let left = [
            "backup.key", "backup.json", "backups.json", "engines.json.new", "guests/1.outbox.lock",
            "guests/lock", "history.sqlite-wal", "history.sqlite.damaged-1", "known-rooms.lock", "node.lock",
            "relays/A.copy", "running.json", "staff.json.4711.1234567", "translations.sqlite",
            "translations.sqlite-wal",
        ]
        for name in taken + left { try state.write(name, name) }
        let (place, manifest) = try await extracted(try await run())
        #expect(manifest.entries.map(\.name) == taken)
        for name in taken { #expect(place.text("state/" + name) == name) }
        #expect(manifest.node == "Casa Èlia" && manifest.lines == 0)
    }

    @Test func theNewestStayAndOtherFilesAreLeftAlone() async throws {
        try state.write("identity.json", "1")
        let stay = [
            "sabir-casa-lia-2-2020-01-01T0000.sabirbackup", "sabir-other-2020-01-01T0000.sabirbackup", "letter.txt",
        ]
        for name in stay { try folder.write(name, "x") }
        let old = (1...4).map { "sabir-casa-lia-2020-01-0\($0)T0000.sabirbackup" }
        for name in old { try write(name, for: key) }
        let made = try await run(keep: 3)
        let name = try #require(made.file).dropFirst(folder.path.count + 1)
        #expect(folder.names == (stay + old.suffix(2) + [String(name)]).sorted())
        // What is made stays, whatever the clock said before.
        try write("sabir-casa-lia-2999-01-01T0000.sabirbackup", for: key)
        let again = try #require(try await run(keep: 1).file)
        #expect(FileManager.default.fileExists(atPath: again))
        #expect(try BackupRecord.kept(in: state.path).runs.map(\.proved) == [true, true])
    }

    /// What lies there for this sheet.
    private func write(_ name: String, for key: RecoveryKey) throws {
        try ArchiveHeader(key: key).encoded.write(to: URL(filePath: folder.path + "/" + name))
    }

    /// Another node of the same name, with a sheet of its own, has the same folder.
    @Test func anotherNodesBackupsStay() async throws {
        try state.write("identity.json", "1")
        let other = RecoveryKey()
        let theirs = (1...4).map { "sabir-casa-lia-2020-01-0\($0)T0000.sabirbackup" }
        for name in theirs { try write(name, for: other) }
        let half = ".sabir-casa-lia-2020-01-01T0000.sabirbackup.\(other.sheet).half"
        try write(half, for: other)
        let first = try #require(try await run(keep: 1).file)
        let second = try #require(try await run(keep: 1).file)
        #expect(folder.names == (theirs + [half, (second as NSString).lastPathComponent]).sorted())
        #expect(!FileManager.default.fileExists(atPath: first))
        // Once there is a new sheet, those for the one before are still this node's.
        let (settings, files) = (
            BackupSettings(folder: folder.path, mount: nil, keep: 1, since: 0),
            NodeFiles(state: state.path, history: state.path + "/history.sqlite", configuration: nil)
        )
        let third = try await BackupRun(files, settings, key: RecoveryKey(), node: "Casa Èlia", version: "0").run()
        #expect(folder.names == (theirs + [half, (try #require(third.file) as NSString).lastPathComponent]).sorted())
    }

    @Test func twoOfOneMinuteAreTwo() async throws {
        try state.write("identity.json", "1")
        let made = try await [run().file, run().file]
        #expect(Set(made).count == 2 && folder.names.count == 2)
    }

    @Test func halvesOfARunThatWasKilledAreNoBackupsAndGo() async throws {
        try state.write("identity.json", "1")
        let half = ".sabir-casa-lia-2020-01-01T0000.sabirbackup.\(key.sheet).half"
        try folder.write(half, "x")
        try state.write("backup.work/copy.sqlite", "x")
        _ = try await run()
        #expect(!folder.names.contains(half) && folder.names.count == 1)
        #expect(!FileManager.default.fileExists(atPath: state.path + "/backup.work"))
    }

    @Test func aFolderThatIsGoneOrNotMountedIsToldAndRecorded() async throws {
        try state.write("identity.json", "1")
        let kept = try #require(try await run().file)
        let gone = await failure { _ = try await run(folder: folder.path + "/gone") }
        #expect(gone.contains("is gone"))
        let unmounted = await failure { _ = try await run(mount: folder.path) }
        #expect(unmounted.contains("Nothing is mounted at \(folder.path)"))
        let record = try BackupRecord.kept(in: state.path)
        #expect(record.runs.map(\.why) == [nil, gone, unmounted])
        #expect(record.proved?.file == kept && record.last?.proved == false)
        #expect(folder.names == [String(kept.dropFirst(folder.path.count + 1))])
    }

    @Test func aHistoryThatIsNoneMakesNoBackup() async throws {
        try state.write("history.sqlite", String(repeating: "no database ", count: 1_000))
        #expect(!(await failure { _ = try await run() }).isEmpty)
        #expect(folder.names.isEmpty)
        #expect(try BackupRecord.kept(in: state.path).last?.proved == false)
    }

    @Test func aDamagedKeyOfTheNodeIsNoProof() async throws {
        try state.write("node.pem", "-----BEGIN PRIVATE KEY-----\n")
        #expect(await failure { _ = try await run() }.contains("node's key"))
        #expect(folder.names.isEmpty)
    }

    @Test func theLastProvedStaysInTheRecord() {
        var record = BackupRecord()
        func run(_ at: Int, _ proved: Bool) -> BackupRecord.Run {
            .init(at: at, file: nil, bytes: 0, rooms: 0, lines: 0, proved: proved, why: nil)
        }
        record.add(run(0, true))
        for at in 1...50 { record.add(run(at, false)) }
        #expect(record.proved?.at == 0 && record.runs.count == 31 && record.last?.at == 50)
    }

    @Test func aPathThatLeadsOutOfTheStateFolderIsNone() {
        for path in ["../a", "a/../../b", "/a", "a//b", ".", "", "a/."] {
            #expect(!ArchiveManifest.Entry.staysInside(path), "\(path)")
        }
        #expect(ArchiveManifest.Entry.staysInside("moderation/A.json"))
    }
}
