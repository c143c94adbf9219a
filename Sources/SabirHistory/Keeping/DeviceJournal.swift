import Dispatch
import Foundation
import Glibc
import Logging
import SabirCore
import SabirRoom
import SabirProtocol
import Synchronization

/// Stores over restarts of this node what devices may see of rooms that are numbered elsewhere (a relay's, and those of
/// a cluster): `devices.list`, mode 0600, in the state folder. One line for each time that a device came: room, epoch,
/// the device's author id, its member id, the first number that it may see, and the time. A device's last line counts.
/// Contains no text, names or addresses.
///
/// Read once, at the node's start. Records are written in order, on a queue of its own: a room does not wait for a
/// disk.
package final class DeviceJournal: Sendable {
    /// Most devices of a room, the last seen; and most rooms.
    static let mostDevices = 10_000
    static let mostRooms = 1_000
    /// Milliseconds for which a record is kept after the device last came: 90 days.
    static let lifetime = 90 * 24 * 3_600_000
    /// Appended lines after which the whole file is written anew.
    static let mostAppended = 20_000
    private static let largest = 64 << 20

    private struct Entry {
        let epoch: String
        let record: DeviceRecord
        let seen: Int
    }

    private struct State {
        var rooms: [String: [AuthorID: Entry]] = [:]
        var appended = 0
        var isBroken = false
    }

    private let file: PrivateFile
    private let logger: Logger
    private let now: @Sendable () -> Int
    private let queue = DispatchQueue(label: "sabir.devices")
    private let state = Mutex(State())

    /// A file that cannot be used is logged and left alone: records are then kept in memory only.
    package init(
        in folder: String, logger: Logger,
        now: @escaping @Sendable () -> Int = { Int(Date.now.timeIntervalSince1970 * 1_000) }
    ) {
        file = PrivateFile(path: folder + "/devices.list")
        self.logger = logger
        self.now = now
        do throws(PrivateFileError) {
            let lines = try file.read(atMost: Self.largest).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let rooms = Self.rooms(of: lines, now: now())
            state.withLock { $0.rooms = rooms }
            // Without records no file is made.
            if !lines.isEmpty { try file.write(Data(Self.text(rooms).utf8)) }
        } catch {
            broken(error.description)
        }
    }

    package func known(in room: String, epoch: String) -> [DeviceRecord] {
        state.withLock { ($0.rooms[room] ?? [:]).values.filter { $0.epoch == epoch }.map(\.record) }
    }

    package func keep(_ record: DeviceRecord, in room: String, epoch: String) {
        guard !epoch.isEmpty, !epoch.contains(where: \.isWhitespace), !room.contains(where: \.isWhitespace) else {
            return
        }
        let entry = Entry(epoch: epoch, record: record, seen: now())
        let step: Data? = state.withLock { state in
            guard !state.isBroken, state.rooms[room] != nil || state.rooms.count < Self.mostRooms else { return nil }
            state.rooms[room, default: [:]][record.author] = entry
            return Data(Self.line(room, entry).utf8)
        }
        guard let step else { return }
        queue.async { [self] in append(step) }
    }

    /// Returns when everything kept so far is written.
    package func flush() async { await withCheckedContinuation { done in queue.async { done.resume() } } }

    private func append(_ data: Data) {
        let whole: [String: [AuthorID: Entry]]? = state.withLock { state in
            state.appended += 1
            guard state.appended > Self.mostAppended else { return nil }
            state.appended = 0
            state.rooms = Self.bounded(state.rooms, now: now())
            return state.rooms
        }
        if let whole { return write(whole) }
        do throws(PrivateFileError) {
            try file.append(data, by: .one)
        } catch {
            // A file is made only for the first record.
            if error.reason == .unwritable(ENOENT) { write(state.withLock { $0.rooms }) } else { broken("\(error)") }
        }
    }

    private func write(_ rooms: [String: [AuthorID: Entry]]) {
        do throws(PrivateFileError) {
            try file.write(Data(Self.text(rooms).utf8))
        } catch {
            broken(error.description)
        }
    }

    private func broken(_ reason: String) {
        state.withLock { $0.isBroken = true }
        logger.error("a restart will forget what devices may see of rooms from elsewhere: \(reason)")
    }

    // MARK: Format

    private static func line(_ room: String, _ entry: Entry) -> String {
        let record = entry.record
        return "\(room) \(entry.epoch) \(record.author.value) \(record.member.rawValue) \(record.first) \(entry.seen)\n"
    }

    private static func text(_ rooms: [String: [AuthorID: Entry]]) -> String {
        rooms.sorted { $0.key < $1.key }.map { room, entries in
            entries.values.sorted { $0.seen < $1.seen }.map { line(room, $0) }.joined()
        }.joined()
    }

    /// Skips an incomplete line, left by a writer that was killed.
    private static func rooms(of text: String, now: Int) -> [String: [AuthorID: Entry]] {
        var rooms: [String: [AuthorID: Entry]] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 6, let author = Int64(parts[2]), let first = Int(parts[4]), first >= 1,
                let seen = Int(parts[5])
            else { continue }
            let record = DeviceRecord(
                author: AuthorID(value: author), member: MemberID(rawValue: String(parts[3])), first: first)
            rooms[String(parts[0]), default: [:]][record.author] = Entry(
                epoch: String(parts[1]), record: record, seen: seen)
        }
        return bounded(rooms, now: now)
    }

    private static func bounded(
        _ rooms: [String: [AuthorID: Entry]], now: Int
    ) -> [String: [AuthorID: Entry]] {
        rooms.mapValues { entries in
            let current = entries.filter { $0.value.seen > now - lifetime }
            guard current.count > mostDevices else { return current }
            let latest = current.sorted { $0.value.seen > $1.value.seen }.prefix(mostDevices)
            return Dictionary(uniqueKeysWithValues: latest.map { ($0.key, $0.value) })
        }.filter { !$0.value.isEmpty }
    }
}

extension DeviceJournal: DeviceKeeping {}
