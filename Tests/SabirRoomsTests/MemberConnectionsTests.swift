import NIOCore
import SabirProtocol
import Testing

@testable import SabirClient
@testable import SabirRoom

@Suite struct MemberConnectionsTests {
    private let loop = HandLoop(now: at(0))
    private let anna = MemberNumber(value: 1)
    private let boris = MemberNumber(value: 2)

    private func connection() -> MemberConnection {
        let channel = HandChannel(on: loop, from: nil)
        channel.connect()
        return MemberConnection(channel, isBare: false)
    }

    @Test func whatIsSaidWaitsBehindWhatAMemberIsStillToBeTold() {
        var connections = MemberConnections()
        connections.add(connection(), of: anna)
        connections.add(connection(), of: boris)
        connections.catchUps[anna] = CatchUp(after: 0, from: 1, upTo: 3)
        let frames = ByteBuffer(string: "later")
        let kept = [connections.enqueue(frames, for: anna), connections.enqueue(frames, for: boris)]
        #expect(kept == [true, false] && !connections.areAllCaughtUp)
        #expect(connections[anna].map { connections.unread(by: anna, $0) } == frames.readableBytes)
        var catchUp = connections.catchUps.removeValue(forKey: anna)
        let waiting = catchUp?.takeWaiting()
        #expect(waiting == [frames] && connections.areAllCaughtUp)
    }

    @Test func whoHasLeftIsWrittenToNoMoreAndCanStillBeToldWhy() {
        var connections = MemberConnections()
        let connection = connection()
        connections.add(connection, of: anna)
        connections.catchUps[anna] = CatchUp(after: 0, from: 1, upTo: 3)
        connections.detach(anna)
        #expect(connections[anna] == nil && connections.areAllCaughtUp)
        let (taken, again) = (connections.take(anna), connections.take(anna))
        #expect(taken === connection && again == nil)
    }

    @Test func whoCameBackIsNotClosedForTheConnectionBefore() {
        var connections = MemberConnections()
        let (old, new) = (connection(), connection())
        connections.add(old, of: anna)
        connections.detach(anna)
        connections.forgetDetached()
        connections.add(new, of: anna)
        let all = connections.takeAll()
        #expect(all.count == 1 && all.first === new && connections[anna] == nil)
    }
}
