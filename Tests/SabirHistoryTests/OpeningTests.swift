import Foundation
import GRDB
import Testing

@testable import SabirHistory

@Suite struct OpeningTests {
    private let folder = Folder()
    private var file: HistoryFile { HistoryFile(path: folder.history) }

    private func open() -> Opening {
        let clock = Clock()
        return Opening(file, .init(path: folder.history, now: { clock.now }))
    }

    @Test func aNewFileIsHeldAndHasAReserve() throws {
        let opening = open()
        #expect(opening.failure == nil && opening.events.isEmpty && opening.deviceKey != nil && opening.lock != nil)
        #expect(file.isHeld && file.giveUpReserve())
        let made = try opening.database?.pool.read { database in
            let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
            return (application, try HistorySchema.migrator.hasCompletedMigrations(database))
        }
        #expect(made?.0 == HistorySchema.applicationID && made?.1 == true)
        try opening.database?.close()
    }

    @Test func aFileInUseIsLeftToItsOwner() throws {
        let first = open()
        let second = open()
        #expect(second.database == nil && second.lock == nil && second.failure?.code == .locked)
        #expect(first.failure == nil && file.isHeld)
        try first.database?.close()
    }

    @Test func aDamagedFileIsMovedAsideAndAnotherOneBegun() throws {
        FileManager.default.createFile(atPath: folder.history, contents: Data(repeating: 0x41, count: 8_192))
        let opening = open()
        #expect(opening.failure == nil && opening.database != nil)
        guard case .movedAside(let path) = opening.events.first else {
            return #expect(Bool(false), "it is said where it lies")
        }
        #expect(FileManager.default.contents(atPath: path) == Data(repeating: 0x41, count: 8_192))
        try opening.database?.close()
    }

    @Test func aFileOfOthersStaysAsItIs() throws {
        try DatabaseQueue(path: folder.history).write {
            try $0.execute(sql: "PRAGMA application_id = 7; CREATE TABLE theirs (a)")
        }
        let opening = open()
        #expect(opening.database == nil && opening.lock == nil && opening.failure?.code == .foreign)
        guard case .state(.memoryOnly(let reason)) = opening.events.last else {
            return #expect(Bool(false), "it is told")
        }
        #expect(reason == opening.failure?.description)
        let tables = try DatabaseQueue(path: folder.history).read {
            try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema")
        }
        #expect(tables == ["theirs"])
    }
}
