import Glibc
import NIOCore
import SabirProtocol

/// The sockets of a room's members for whom nothing waits, side by side in memory: in a quiet room of a hundred,
/// reading each member's data costs more than the work for it, as the kernel's work in between evicts that data from
/// the processor's caches (docs/performance.md).
///
/// Confined to the room's event loop. A socket is in here while its connection is open and a member's; the connection
/// itself adds and removes it.
final class OpenSockets {
    private struct Entry {
        let socket: CInt
        let number: MemberNumber
        let connection: MemberConnection
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// Adds a socket and returns its place, which changes when another socket is removed.
    func add(_ socket: CInt, of number: MemberNumber, over connection: MemberConnection) -> Int {
        entries.append(Entry(socket: socket, number: number, connection: connection))
        return entries.count - 1
    }

    /// Removes the socket at `place`, to which the last one moves.
    func remove(at place: Int) {
        entries.swapAt(place, entries.count - 1)
        entries.removeLast()
        if place < entries.count { entries[place].connection.moved(to: place) }
    }

    /// Sends to all sockets. Returns those that took less, and how many bytes each took; the caller has the rest
    /// written. Calls nothing meanwhile, so that no connection ends and no socket number is reused.
    func send(_ frames: ByteBuffer) -> [(number: MemberNumber, connection: MemberConnection, sent: Int)] {
        var short: [(number: MemberNumber, connection: MemberConnection, sent: Int)] = []
        frames.withUnsafeReadableBytes { bytes in
            // By index: iterating over entries would retain each connection, which lies elsewhere in memory.
            for place in entries.indices {
                let sent = MemberConnection.send(bytes, to: entries[place].socket)
                guard sent < bytes.count else { continue }
                short.append((entries[place].number, entries[place].connection, sent))
            }
        }
        return short
    }
}
