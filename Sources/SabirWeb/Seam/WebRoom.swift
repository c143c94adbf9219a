import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// What the page needs of a room. See `HostedRoom` for each method; tests use a room in memory.
package protocol WebRoom: FeedRoom {
    /// Whether the room is open to the network interface by which this connection came in.
    func isOpen(over connection: any Channel) async -> Bool
    var isClosed: Bool { get async }

    func lines(_ numbers: ClosedRange<Int>) async -> [Message]
    func lines(_ request: HistoryRequest, for seat: HostedRoom.Seat) async throws(WireFault) -> HistoryPage
    func lines(_ request: HistoryRequest, from first: Int) async throws(WireFault) -> HistoryPage
    func overBudget(_ lines: [Message], readBy seat: HostedRoom.Seat) async throws(WireFault) -> Set<Int>
    func confirmations(of lines: [Message]) async -> [Message]
    func members(after: MemberID?) async -> (members: [MemberInfo], more: Bool)

    func admit(_ password: String, from address: String, device: String?) async throws(WireFault)
    func joinPreview(
        ofDevice secret: String?, address: String, isStaff: Bool, comesWithStaff: Bool
    ) async -> HostedRoom.JoinPreview
    func enterOrStay(
        _ hello: Hello, address: String, role: MemberRole?, person: String?, comesWithStaff: Bool
    ) async throws(WireFault) -> HostedRoom.Entry
    func resumeToken(of seat: HostedRoom.Seat) async -> String?
    @discardableResult
    func endStaff(on seat: HostedRoom.Seat) async -> MemberInfo?
    /// `opened` and `closed` may be called in any order.
    func addStream(of seat: HostedRoom.Seat) async
    func removeStream(of seat: HostedRoom.Seat) async
    func leave(_ seat: HostedRoom.Seat) async

    func say(_ draft: Draft, from seat: HostedRoom.Seat) async throws(WireFault) -> Message
    func allowCheck(of draft: String, from seat: HostedRoom.Seat) async throws(WireFault) -> Bool
    func receive(_ packet: MemberPacket, from seat: HostedRoom.Seat) async -> [HostPacket]
    func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest?, from seat: HostedRoom.Seat
    ) async throws(WireFault) -> HostedRoom.HelpReceipt
    func helpReach(of seat: HostedRoom.Seat) async throws(WireFault) -> HostedRoom.HelpReach
    func help(of member: MemberID) async -> HelpCall?
    func endHelp(from seat: HostedRoom.Seat) async throws(WireFault)
    func report(_ report: Report, from seat: HostedRoom.Seat) async throws(WireFault) -> Reported
    func answerReport(
        of reporter: MemberID, at ts: Int, _ answer: Reported.State, by who: String
    ) async throws(WireFault)

    var people: [MemberInfo] { get async }
    var topology: RoomTopology { get async }
    var everybody: [MemberInfo] { get async }
    func bans() async throws(WireFault) -> [ListedBan]
    var absentees: Absentees { get async }
    func noteReading(by who: String) async
    @discardableResult
    func perform(_ act: ModerationAction, by who: String) async throws(WireFault) -> WireFault?
    func answerHelp(
        of member: MemberID, _ answer: HelpCall.State, by who: String, named name: String?
    ) async throws(WireFault)
}

extension HostedRoom: WebRoom {
    package nonisolated func isOpen(over connection: any Channel) async -> Bool {
        let interfaces = settings.interfaces
        guard !interfaces.isEmpty else { return true }
        let way = try? await connection.eventLoop.submit { IncomingInterface(of: connection) }.get()
        return way?.leads(to: interfaces) ?? false
    }
}
