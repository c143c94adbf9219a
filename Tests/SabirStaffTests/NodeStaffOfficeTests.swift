import Dispatch
import Foundation
import Logging
import SabirCore
import SabirRoom
import SabirWeb
import Synchronization
import Testing

@testable import SabirNode

extension StaffOffice {
    func rank(of device: String) async -> StaffRank {
        await withCheckedContinuation { rank in lookUp(device) { rank.resume(returning: $0) } }
    }
}

/// Looks at the list of staff on a disk that hangs.
@Suite struct NodeStaffOfficeTests {
    /// A disk on which each look begins, and ends when it is told to.
    private final class HungDisk: Sendable {
        let looks: AsyncStream<Void>
        private let began: AsyncStream<Void>.Continuation
        private let gate = DispatchSemaphore(value: 0)
        private let count = Mutex(0)

        init() { (looks, began) = AsyncStream.makeStream(of: Void.self) }

        var looked: Int { count.withLock { $0 } }

        func look(_ file: StaffFile) -> FileMark? {
            let mark = file.mark
            count.withLock { $0 += 1 }
            began.yield()
            gate.wait()
            return mark
        }

        func getOn(times: Int = 1) { for _ in 0..<times { gate.signal() } }
    }

    private func folder() throws -> (path: String, file: StaffFile) {
        let path = FileManager.default.temporaryDirectory.path + "/sabir-office-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let file = StaffFile(stateDirectory: path)
        try file.update { list in
            try list.add("Rosa", key: StaffKey.fingerprint(of: "one"), at: Date(timeIntervalSince1970: 0))
            try list.add(
                "Floor 2", key: StaffKey.fingerprint(of: "two"), role: "relay", at: Date(timeIntervalSince1970: 0))
        }
        return (path, file)
    }

    private func office(_ path: String, _ disk: HungDisk) -> NodeStaffOffice {
        NodeStaffOffice(stateDirectory: path, logger: Logger(label: "test")) { disk.look($0) }
    }

    /// As where the node has too many files open for a moment: the file does not change meanwhile.
    @Test func aListThatCouldNotBeReadIsReadAgainThoughItsFileLooksTheSame() async throws {
        let (path, file) = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let disk = PrivateFile(path: file.path)
        let list = try #require(try disk.read(atMost: StaffList.maximumBytes))
        try disk.write(Data("{".utf8))
        let office = NodeStaffOffice(stateDirectory: path, logger: Logger(label: "test")) { _ in nil }
        #expect(await office.rank(of: "one") == .nobody)
        await #expect(throws: WebFault.self) { try await office.book.list() }
        #expect(await office.rank(of: "one") == .nobody)
        try disk.write(list)
        #expect(await office.rank(of: "one") == .person("Rosa"))
    }

    /// A look that began before the key was taken away does not count for who asks after it.
    @Test func whoAsksWhileALookIsUnderWayIsToldWhatStandsAfterwards() async throws {
        let (path, file) = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let disk = HungDisk()
        let office = office(path, disk)
        var looks = disk.looks.makeAsyncIterator()
        async let before = office.rank(of: "one")
        await looks.next()
        try file.update { list in _ = try list.remove("Rosa") }
        async let after = office.rank(of: "one")
        disk.getOn(times: 2)
        _ = await before
        #expect(await after == .nobody)
        disk.getOn()
        #expect(await office.rank(of: "two") == .relay("Floor 2"))
    }

    @Test func oneLookAnswersAllWhoAskedBeforeItBegan() async throws {
        let (path, _) = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let disk = HungDisk()
        let office = office(path, disk)
        var looks = disk.looks.makeAsyncIterator()
        let (ranks, told) = AsyncStream.makeStream(of: StaffRank.self)
        office.lookUp("one") { told.yield($0) }
        await looks.next()
        for _ in 0..<100 { office.lookUp("two") { told.yield($0) } }
        disk.getOn(times: 2)
        var all: [StaffRank] = []
        for await rank in ranks {
            all.append(rank)
            if all.count == 101 { break }
        }
        #expect(all.first == .person("Rosa") && Set(all.dropFirst()) == [.relay("Floor 2")])
        #expect(disk.looked == 2)
    }

    @Test func ofTooManyQuestionsTheRestIsNotTaken() async throws {
        let (path, _) = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let disk = HungDisk()
        let office = office(path, disk)
        var looks = disk.looks.makeAsyncIterator()
        let (ranks, told) = AsyncStream.makeStream(of: StaffRank.self)
        office.lookUp("one") { _ in }
        await looks.next()
        for _ in 0..<NodeStaffOffice.capacity { office.lookUp("one") { _ in } }
        office.lookUp("one") { told.yield($0) }
        var iterator = ranks.makeAsyncIterator()
        #expect(await iterator.next() == .unknown)
        disk.getOn(times: 2)
    }
}
