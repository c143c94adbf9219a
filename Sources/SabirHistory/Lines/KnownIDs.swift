import Foundation
import SabirProtocol
import Synchronization

/// The ids used in a history, with their rows. Event loops ask for every message, without waiting for a database.
///
/// Sixteen bytes for each id (a hash and the row). Two ids may share a hash (1 in 2^64 by chance): the line itself
/// decides. Bounded: two halves, of which the older is forgotten when the newer is full, so that an id is known until
/// at least half the bound of newer ones has come.
final class KnownIDs: Sendable {
    struct Entry: Sendable {
        let id: MessageID.Value
        let row: Int64
    }

    /// Most ids remembered; they take 64 MiB.
    static let most = 2_500_000

    private struct State {
        /// The newer half and the older half.
        var newer: [UInt64: Int64] = [:]
        var older: [UInt64: Int64] = [:]
        var loading: Set<RoomNumber> = []

        func row(of hash: UInt64) -> Int64? { newer[hash] ?? older[hash] }
    }

    private let state = Mutex(State())
    private let half: Int

    /// `most` is for tests.
    init(most: Int = KnownIDs.most) { half = max(1, most / 2) }

    /// Until all ids of a room are loaded, every id may be known.
    func mayKnow(_ id: MessageID.Value, in room: RoomNumber) -> Bool {
        state.withLock { $0.row(of: Self.hash(id, room)) != nil || $0.loading.contains(room) }
    }

    func beginLoading(_ room: RoomNumber) { state.withLock { _ = $0.loading.insert(room) } }

    func endLoading(_ room: RoomNumber) { state.withLock { _ = $0.loading.remove(room) } }

    /// The row where `id` may have been used in `room`.
    func row(of id: MessageID.Value, in room: RoomNumber) -> LineKey? {
        state.withLock { $0.row(of: Self.hash(id, room)) }.map(LineKey.init(value:))
    }

    /// Inserts in pieces, so that nobody waits long for the lock.
    func insert(_ entries: [Entry]) {
        for start in stride(from: 0, to: entries.count, by: 256) {
            state.withLock { state in
                for entry in entries[start..<min(start + 256, entries.count)] {
                    if state.newer.count >= half { (state.older, state.newer) = (state.newer, [:]) }
                    state.newer[Self.hash(entry)] = entry.row
                }
            }
        }
    }

    /// Inserts ids from before this run, the newest first, while there is room for them.
    func insertOlder(_ entries: [Entry]) {
        for start in stride(from: 0, to: entries.count, by: 256) {
            state.withLock { state in
                for entry in entries[start..<min(start + 256, entries.count)] where state.older.count < half {
                    state.older[Self.hash(entry)] = entry.row
                }
            }
        }
    }

    var isFullOfOlder: Bool { state.withLock { $0.older.count >= half } }

    private static func hash(_ entry: Entry) -> UInt64 { hash(entry.id, LineKey(value: entry.row).room) }

    private static func hash(_ id: MessageID.Value, _ room: RoomNumber) -> UInt64 {
        // Ids should be random; the mixing is for those that are not (Steele et al. 2014, SplitMix64).
        var mixed = id.high &+ UInt64(bitPattern: room.value) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9 ^ id.low
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// The ids of a full block in one value: for each used row its place in the block (two bytes) and the id's 128 bits.
enum IDList {
    private static let stride = 18

    static func encode(_ entries: [KnownIDs.Entry], from start: Int64) -> Data {
        var data = Data(capacity: entries.count * stride)
        for entry in entries {
            withUnsafeBytes(of: UInt16(truncatingIfNeeded: entry.row - start).littleEndian) {
                data.append(contentsOf: $0)
            }
            withUnsafeBytes(of: entry.id.high.littleEndian) { data.append(contentsOf: $0) }
            withUnsafeBytes(of: entry.id.low.littleEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    static func decode(_ data: Data, from start: Int64) -> [KnownIDs.Entry] {
        data.withUnsafeBytes { bytes in
            (0..<bytes.count / stride).map { index in
                let at = index * stride
                // Each read is within the whole entries counted by `count / stride`.
                let place = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self))
                let high = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at + 2, as: UInt64.self))
                let low = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at + 10, as: UInt64.self))
                return KnownIDs.Entry(id: MessageID.Value(high: high, low: low), row: start + Int64(place))
            }
        }
    }
}

extension KnownIDs.Entry {
    init(_ line: HistoryLine) { self.init(id: line.message.id.value, row: line.key.value) }
}

/// An id's 128 bits as the database has them: two signed integers.
extension MessageID.Value {
    init(_ high: Int64, _ low: Int64) { self.init(high: UInt64(bitPattern: high), low: UInt64(bitPattern: low)) }

    var stored: (high: Int64, low: Int64) { (Int64(bitPattern: high), Int64(bitPattern: low)) }
}
