import Foundation
import Glibc
import SabirCore
import SabirProtocol

/// The stored outboxes of this machine's guests: in the state directory's `guests/`, one file and one lock file each,
/// mode 0600.
///
/// Two terminals are two members, so a locked outbox is not given to a second guest. A free outbox is only given to a
/// guest with the same name in the same room, because its drafts are sent under that name.
package struct OutboxDirectory: Sendable {
    /// Most outboxes. Further guests keep their drafts in memory only.
    static let capacity = 256
    /// Seconds after which an unused outbox is deleted, with its unsent drafts.
    static let idle = TimeInterval(7 * 86_400)
    /// How long to wait for another program that looks through the outboxes.
    static let patience = Duration.seconds(2)

    private let folder: String
    private let isStaff: Bool

    /// - Parameter isStaff: whether the guests join with a staff key. Their outboxes are apart, in `guests-staff/`:
    ///   their drafts are sent under that key, which is not stored here.
    package init(stateDirectory: String, isStaff: Bool = false) {
        folder = stateDirectory + (isStaff ? "/guests-staff" : "/guests")
        self.isStaff = isStaff
    }

    /// Describes the guest that needs an outbox.
    package struct Request: Sendable {
        var name: String
        /// The room's name or address, as the person typed it.
        var way: String
        /// The room's id, if the person gave it.
        var room: String?

        package init(name: String, way: String, room: String? = nil) {
            (self.name, self.way, self.room) = (name, way, room)
        }
    }

    /// The outbox for this guest: preferably one with drafts to send, else the last one used, else a new one. Never
    /// fails: an outbox that cannot be stored keeps drafts in memory and says why in `fault`.
    package func outbox(for request: Request, now: Date = Date()) async -> sending StoredOutbox {
        do throws(Unkept) {
            return try place(request, now, holding: try await lockDirectory())
        } catch {
            return StoredOutbox(unkept: request.name, because: error.reason)
        }
    }

    /// Records that somebody chatted on this machine. Returns true the first time, and if it cannot be recorded.
    package func recordFirstUse() -> Bool {
        guard (try? makeFolder()) != nil else { return true }
        return (try? PrivateFile(path: folder + "/noticed").create(Data())) ?? true
    }

    /// Gives this machine's guests of that room new device secrets, because an impostor that was taken for its host
    /// knows the old ones. Waiting drafts are sent under the new secrets.
    ///
    /// - Returns: the number of outboxes that keep their secret because they are in use.
    package func renewSecrets(in room: String) async -> Int {
        guard !isStaff, let directory = try? await lockDirectory() else { return 0 }
        defer { withExtendedLifetime(directory) {} }
        return numbers(in: FileSystem.names(in: folder)).count { number in
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

        /// The place's rank: of several places that fit a guest, the highest is chosen.
        var rank: (Int, Date) { (content.journal.waiting.isEmpty ? 0 : 1, used) }
    }

    private func place(_ request: Request, _ now: Date, holding directory: FileLock) throws(Unkept) -> StoredOutbox {
        defer { withExtendedLifetime(directory) {} }
        var taken: Set<Int> = []
        var free: [Place] = []
        var setAside: String?
        let names = FileSystem.names(in: folder)
        deleteOldDamaged(names, now)
        for number in numbers(in: names) {
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
        // Guests may have reached the same room under another name or address.
        let rooms = Set(near.compactMap(\.content.head.room))
        let fitting = near + own.filter { place in place.content.head.room.map(rooms.contains) ?? false }
        if var best = fitting.max(by: { $0.rank < $1.rank }) {
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

    /// Reads the outbox with this number. Nil if it is empty, expired or damaged; then its files are removed or set
    /// aside.
    private func read(_ number: Int, _ lock: FileLock, _ now: Date, _ setAside: inout String?) -> Place? {
        let path = path(number)
        guard let used = Self.modified(path) else {
            // The process was killed before it wrote the outbox.
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

    private func numbers(in names: [String]) -> [Int] {
        let numbers = names.compactMap { name in
            [".outbox", ".outbox.lock"].first(where: name.hasSuffix).flatMap { Int(name.dropLast($0.count)) }
        }
        return Array(Set(numbers).sorted().prefix(Self.capacity))
    }

    private func deleteOldDamaged(_ names: [String], _ now: Date) {
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
        // The folder may have existed before, open to others.
        guard chmod(folder, 0o700) == 0 else { throw Unkept(reason: Sentence(ofDisk: errno)) }
    }

    /// Locks the directory while outboxes are chosen, so that one being looked at does not pass for one in use.
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
