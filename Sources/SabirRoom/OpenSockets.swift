import Glibc
import NIOCore
import SabirProtocol

/// The sockets of a room's members for whom nothing waits, side by side in memory: in a quiet room of a hundred, what is
/// looked at for each member costs more than what is done for it, as the kernel's work in between takes it out of the
/// processor's caches (docs/performance.md).
///
/// Confined to the room's event loop. A socket is in here while its connection is open and a member's; the connection
/// itself puts it in and takes it out.
final class OpenSockets {
    private struct Entry {
        let socket: CInt
        let number: MemberNumber
        let connection: MemberConnection
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// Its place, which changes when another is taken out.
    func add(_ socket: CInt, of number: MemberNumber, over connection: MemberConnection) -> Int {
        entries.append(Entry(socket: socket, number: number, connection: connection))
        return entries.count - 1
    }

    /// The last one moves to its place.
    func remove(at place: Int) {
        entries.swapAt(place, entries.count - 1)
        entries.removeLast()
        if place < entries.count { entries[place].connection.moved(to: place) }
    }

    /// Sends it to all of them, and says who has taken less, and how many bytes of it. Whoever asked has the rest written;
    /// nothing is called meanwhile, so that no connection ends and nobody else gets its socket's number.
    func send(_ frames: ByteBuffer) -> [(number: MemberNumber, connection: MemberConnection, sent: Int)] {
        var short: [(number: MemberNumber, connection: MemberConnection, sent: Int)] = []
        frames.withUnsafeReadableBytes { bytes in
            // By place: to look at an entry as a whole counts a reference to its connection, which is elsewhere in memory.
            for place in entries.indices {
                let sent = MemberConnection.send(bytes, to: entries[place].socket)
                guard sent < bytes.count else { continue }
                short.append((entries[place].number, entries[place].connection, sent))
            }
        }
        return short
    }
}
