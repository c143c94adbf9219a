import NIOCore
import SabirFeed
import SabirProtocol

/// Desks: staff who read a room along as far as the room allows, without a seat in it. Members are not told of them,
/// and desks count neither as present nor as reached.
extension PageFeed {
    static let desksAtMost = 16

    var hasPlaceForDesk: Bool { state.readers.seats.values.count(where: \.listening.isDesk) < Self.desksAtMost }

    /// Opens a desk's stream; nil if too many desks read the room already.
    ///
    /// - Parameters:
    ///   - first: The first line number that staff may read, in the numbering of `epoch`.
    func openDesk(
        _ lang: LanguageTag, from first: Int, of epoch: String, since resume: Hello.Resume?,
        breakOff: @escaping @Sendable () -> Void
    ) async -> ReaderID? {
        await feed.catchUp(to: epoch)
        let cleared = await room.facts.cleared
        guard hasPlaceForDesk else { return nil }
        let visible = state.visible(after: first - 1, of: epoch)
        let id = add(.init(listening: .desk(lang), visible: visible), breakOff: breakOff)
        let (kept, isWhole) = owe(id, lang, since: resume, visible)
        let state = state
        let hello = DeskHelloJSON(epoch: state.epoch, seq: state.newest, from: visible.after + 1, cleared: cleared)
        streams[id]?.queue.greet([ByteBuffer(event: "hello", hello)] + kept, isWhole: isWhole)
        pump()
        return id
    }
}

/// The first event of a desk's stream.
struct DeskHelloJSON: Encodable, Sendable {
    let epoch: String
    let seq: Int
    /// The first line number that staff may ask for.
    let from: Int
    let cleared: Int
}
