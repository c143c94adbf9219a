import Foundation
import Glibc
import SabirCore
import SabirProtocol

/// The places of this machine's guests: `guests/` in the state directory, a file and its lock a place, mode 0600.
///
/// Two terminals are two members: a place that is held is not given again. One that is free is given to the same name
/// in the same room alone, since what waits in it goes out under that name.
package struct OutboxDirectory: Sendable {
    /// Places that are looked through at most; beyond that a guest is not kept.
    static let capacity = 256
    /// A place that nobody used for so long goes, with what was never sent.
    static let idle = TimeInterval(7 * 86_400)
    /// How long another program may look through the places at the same moment.
    static let patience = Duration.seconds(2)

    private let folder: String
    private let isStaff: Bool

    /// - Parameter isStaff: for those who come by a key of staff. Their places are apart, in `guests-staff/`: what waits
    ///   in them goes out under that key, which is not written down once more.
    package init(stateDirectory: String, isStaff: Bool = false) {
        folder = stateDirectory + (isStaff ? "/guests-staff" : "/guests")
        self.isStaff = isStaff
    }

    /// What somebody who comes in asks for.
    package struct Request: Sendable {
        var name: String
        /// As it was asked for: a room's name, an address.
        var way: String
        /// The room's id, where that was asked for.
        var room: String?

        package init(name: String, way: String, room: String? = nil) {
            (self.name, self.way, self.room) = (name, way, room)
        }
    }

    /// The place for this guest: the one with something to send, else the one used last, else a new one. Never fails:
    /// where nothing can be kept, the place says why.
    package func outbox(for request: Request, now: Date = Date()) async -> sending StoredOutbox {
        do throws(Unkept) {
            return try place(request, now, holding: try await lockDirectory())
        } catch {
            return StoredOutbox(unkept: request.name, because: error.reason)
        }
    }

    /// Whether this is the first time here; from now on it no longer is. Where that cannot be written, every time is.
    package func isFirstUse() -> Bool {
        guard (try? makeFolder()) != nil else { return true }
        return (try? PrivateFile(path: folder + "/noticed").create(Data())) ?? true
    }

    /// From now on guests of this machine are others to that room: whoever was taken for its host knows what they were
    /// known by. What waits goes out as theirs.
    ///
    /// - Returns: places that are in use, and stay as they are.
    package func renewSecrets(in room: String) async -> Int {
        guard !isStaff, let directory = try? await lockDirectory() else { return 0 }
        defer { withExtendedLifetime(directory) {} }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Self.numbers(in: names).prefix(Self.capacity).count { number in
            guard var content = Self.content(path(number)), content.head.room == room.lowercased() else { return false }
            guard let lock = try? FileLock(path(number) + ".lock") else { return true }
            content.head.device = GuestDevice.newSecret()
            return StoredOutbox(content, at: path(number), holding: lock).fault != nil
        }
    }

    // MARK: Choosing

    private struct Unkept: Error { let reason: Sentence }

    private struct Place {
        let number: Int
        let lock: FileLock
        var content: OutboxFile
        let used: Date

        static func isLessFitting(_ one: Place, _ other: Place) -> Bool {
            (one.hasSomething ? 1 : 0, one.used) < (other.hasSomething ? 1 : 0, other.used)
        }

        private var hasSomething: Bool { !content.journal.waiting.isEmpty }
    }

    private func place(_ request: Request, _ now: Date, holding directory: FileLock) throws(Unkept) -> StoredOutbox {
        defer { withExtendedLifetime(directory) {} }
        var taken: Set<Int> = []
        var free: [Place] = []
        var setAside: String?
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        forgetDamaged(names, now)
        for number in Self.numbers(in: names).prefix(Self.capacity) {
            guard let lock = try? FileLock(path(number) + ".lock") else {
                taken.insert(number)
                continue
            }
            if let place = read(number, lock, now, &setAside) { free.append(place) }
        }
        let outbox = try choose(from: free, taken, request)
        outbox.setAside = setAside
        return outbox
    }

    private func choose(from free: [Place], _ taken: Set<Int>, _ request: Request) throws(Unkept) -> StoredOutbox {
        let own = free.filter { $0.content.head.name == request.name }
        let near = own.filter { place in
            request.room.map { $0 == place.content.head.room } ?? place.content.head.ways.contains(request.way)
        }
        // The same room may have been entered by other ways.
        let rooms = Set(near.compactMap(\.content.head.room))
        let fitting = near + own.filter { place in place.content.head.room.map(rooms.contains) ?? false }
        if var best = fitting.max(by: Place.isLessFitting) {
            let others = best.content.head.ways.filter { $0 != request.way }
            best.content.head.ways = (others + [request.way]).suffix(OutboxFile.Head.mostWays)
            return StoredOutbox(best.content, at: path(best.number), holding: best.lock, isStaff: isStaff)
        }
        let used = taken.union(free.map(\.number))
        guard let number = (1...Self.capacity).first(where: { !used.contains($0) }) else {
            throw Unkept(reason: Sentence("\(folder) is full", as: "disk-error"))
        }
        let lock: FileLock
        do { lock = try FileLock(path(number) + ".lock") } catch { throw Unkept(reason: Sentence(ofDisk: error.code)) }
        let head = OutboxFile.Head(
            name: request.name, device: GuestDevice.newSecret(), room: request.room, ways: [request.way])
        return StoredOutbox(OutboxFile(head: head), at: path(number), holding: lock, isStaff: isStaff)
    }

    /// Nil where there is nothing in it any more.
    private func read(_ number: Int, _ lock: FileLock, _ now: Date, _ setAside: inout String?) -> Place? {
        let path = path(number)
        guard let used = Self.modified(path) else {
            // Its writer was killed before it wrote anything.
            unlink(lock.path)
            return nil
        }
        if now.timeIntervalSince(used) > Self.idle {
            unlink(path)
            unlink(lock.path)
            return nil
        }
        guard let content = Self.content(path) else {
            let aside = path + ".damaged-\(Int(now.timeIntervalSince1970))"
            if rename(path, aside) == 0 { setAside = aside }
            return nil
        }
        return Place(number: number, lock: lock, content: content, used: used)
    }

    // MARK: Files

    private func path(_ number: Int) -> String { "\(folder)/\(number).outbox" }

    private static func numbers(in names: [String]) -> [Int] {
        let numbers = names.compactMap { name in
            [".outbox", ".outbox.lock"].first(where: name.hasSuffix).flatMap { Int(name.dropLast($0.count)) }
        }
        return Set(numbers).sorted()
    }

    private func forgetDamaged(_ names: [String], _ now: Date) {
        for name in names where name.contains(".damaged-") {
            let path = folder + "/" + name
            if let since = Self.modified(path), now.timeIntervalSince(since) > Self.idle { unlink(path) }
        }
    }

    private func makeFolder() throws(Unkept) {
        let around = (folder as NSString).deletingLastPathComponent
        FileSystem.makeFolder(around)
        guard FolderOwner.makeFolder(folder, in: around) == nil else {
            throw Unkept(reason: Sentence("\(folder) cannot be made", as: "disk-error"))
        }
        // It may have been there before, open to others.
        guard chmod(folder, 0o700) == 0 else { throw Unkept(reason: Sentence(ofDisk: errno)) }
    }

    /// While the places are looked through, so that one that is only being looked at is not taken for one in use.
    private func lockDirectory() async throws(Unkept) -> FileLock {
        try makeFolder()
        do {
            return try await FileLock.acquire(folder + "/lock", patience: Self.patience)
        } catch {
            throw Unkept(reason: Sentence(ofDisk: error.code, at: folder))
        }
    }

    private static func modified(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }

    private static func content(_ path: String) -> OutboxFile? {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
            size <= OutboxFile.largest, let data = FileManager.default.contents(atPath: path)
        else { return nil }
        return try? OutboxFile(data)
    }
}
