import NIOCore
import SabirProtocol

extension RoomFeed {
    private static let heartbeatBytes = ByteBuffer(string: ":\n\n")

    /// Once a second: whom lines reach, and the outlook for visitors, where other languages are here or an engine came or
    /// went.
    func tick() async {
        await tellReach()
        guard mustLookAround, !hasEnded else { return }
        mustLookAround = false
        let facts = await room.facts
        let present = Set(facts.langs.keys)
        guard present != toldLanguages?.present else { return }
        let languages = await dependencies.outlooks.languages(among: present, in: info.id)
        let isNews = toldLanguages?.json != languages
        toldLanguages = (present, languages)
        guard isNews else { return }
        push(ByteBuffer(event: "languages", languages), to: .everyone)
        pump()
    }

    /// A comment on every stream that has nothing else to write: what is between shows that it lives, and a phone that
    /// is gone is noticed.
    func beat() {
        push(Self.heartbeatBytes, to: Array(streams.keys))
        pump()
    }

    /// Tells every visitor how the room stands, in words of its language.
    func tellRoom() {
        for lang in state.readers.languages {
            push(ByteBuffer(event: "room", roomJSON(for: lang)), to: .readers(of: lang))
        }
        push(ByteBuffer(event: "room", roomJSON()), to: .screens)
        pump()
    }

    /// Ends every stream with a plain sentence. The room goes on: followers are told nothing of it.
    func close(saying text: String) {
        push(book.once(.closing(text), epoch: state.epoch), to: Array(streams.keys))
        end()
    }

    var streamCount: Int { streams.count }
    var waitingCount: Int { state.questions.waitingCount }
    var unwrittenCount: Int { streams.values.reduce(0) { $0 + $1.queue.count } }
}
