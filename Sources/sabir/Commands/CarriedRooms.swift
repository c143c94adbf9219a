import SabirProtocol

/// How relays' parts change, as lines. They wait until somebody prints them: during the node's start nobody should read
/// that a room is open, and end a program that does not catch signals yet.
struct CarriedRooms: Sendable {
    private typealias Change = (room: RoomInfo, isOpen: Bool, page: String?)
    private let changes: AsyncStream<Change>
    private let queue: AsyncStream<Change>.Continuation

    init() { (changes, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000)) }

    var changed: @Sendable (RoomInfo, Bool, String?) -> Void { { [queue] in queue.yield(($0, $1, $2)) } }

    func end() { queue.finish() }

    /// Prints `carry ROOM ID` or `stand-by ROOM ID`, and where the page shows the room, until the end.
    func tell() async {
        for await (room, isOpen, page) in changes {
            StandardOutput.print("\(isOpen ? "carry" : "stand-by") \(room.name) \(room.id)")
            guard let page else { continue }
            StandardOutput.print("page \(room.name) \(page)")
            PageCode.show(page)
        }
    }
}
