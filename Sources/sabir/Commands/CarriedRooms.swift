import SabirProtocol

/// Changes of the relays' roles, as lines to print. They are held back during the node's start: a reader of "room open"
/// might otherwise end a program that does not catch signals yet.
struct CarriedRooms: Sendable {
    private typealias Change = (room: RoomInfo, isOpen: Bool, page: String?)
    private let changes: AsyncStream<Change>
    private let queue: AsyncStream<Change>.Continuation

    init() { (changes, queue) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1_000)) }

    var changed: @Sendable (RoomInfo, Bool, String?) -> Void { { [queue] in queue.yield(($0, $1, $2)) } }

    func end() { queue.finish() }

    /// Prints `carry ROOM ID` or `stand-by ROOM ID`, and the page's address for the room, until the task is cancelled.
    func printChanges() async {
        for await (room, isOpen, page) in changes {
            StandardOutput.print("\(isOpen ? "carry" : "stand-by") \(room.name) \(room.id)")
            guard let page else { continue }
            StandardOutput.print("page \(room.name) \(page)")
            PageCode.show(page)
        }
    }
}
