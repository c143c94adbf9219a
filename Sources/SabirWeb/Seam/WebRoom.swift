import NIOCore
import SabirFeed
import SabirProtocol
import SabirRoom

/// One room of the node, as its web page sees it.
package protocol WebRoom: FeedRoom {
    /// Whether the room is open to the network interface by which this connection came in.
    func isOpen(over connection: any Channel) async -> Bool
    /// Closed by staff: nobody is in, and nobody comes in.
    var isClosed: Bool { get async }

    /// What it still keeps of the messages of these numbers, oldest first.
    func lines(_ numbers: ClosedRange<Int>) async -> [Message]
    /// Older lines for a visitor, as far as it may see them: the newest `limit` (1 to 100) before number `before`. A page
    /// may hold fewer, and says whether there are more.
    func lines(before seq: Int, limit: Int, for seat: HostedRoom.Seat) async throws(WireFault) -> HistoryPage
    /// The same for staff at their page, from the first number on that they may read.
    func lines(before seq: Int, limit: Int, from first: Int) async throws(WireFault) -> HistoryPage
    /// The numbers of those of these older lines, all in languages that the visitor does not read, for which no engine is
    /// asked, as it reads more in a minute than is translated; counts the others.
    func overBudget(_ lines: [Message], readBy seat: HostedRoom.Seat) async throws(WireFault) -> Set<Int>
    /// What people confirmed of these lines, in the order of its numbers.
    func confirmations(of lines: [Message]) async -> [Message]
    /// Members in the order of their ids, at most 100 a page.
    func members(after: MemberID?) async -> (members: [MemberInfo], more: Bool)

    /// Judges the password of a room that has one. Throws `auth-failed`, and `too-fast` after too many wrong ones from
    /// there, or in all.
    func admit(_ password: String, from address: String, device: String?) async throws(WireFault)

    /// What this device would meet if its visitor came now; nil of a browser that has none yet.
    func prospect(
        ofDevice secret: String?, address: String, isStaff: Bool, comesWithStaff: Bool
    ) async -> HostedRoom.JoinPreview

    /// Takes a visitor in, or changes its name and language where its device is in already: that device keeps its
    /// member id. `hello.device` vouches for it; `address` is the remote address, for bans and limits. Staff and
    /// interpreters, by `role`, pass locks; a member that is in without it is neither any longer, and one that is in
    /// already does not become it. `person`: on the list, who alone may be called so; nil where all share a PIN.
    /// `comesWithStaff`: a visitor whom no lock keeps out. `hello.resume`, what the visitor says it has read, counts for
    /// what it may see where the room does not know its device: after a restart of the node.
    func enter(
        _ hello: Hello, address: String, role: MemberRole?, person: String?, comesWithStaff: Bool
    ) async throws(WireFault) -> HostedRoom.Entry
    /// What the visitor may show when it comes back, in `hello.resume`; nil where the room knows its device by itself.
    func resumeToken(of seat: HostedRoom.Seat) async -> String?
    /// The member's login as staff is over: it stays in, as a visitor like others.
    func endStaff(of seat: HostedRoom.Seat) async
    /// Somebody reads for the visitor, over one stream more, or one less: who has none gives up the place first where the
    /// room is full, or its address has used up its share. Told in any order.
    func opened(_ seat: HostedRoom.Seat) async
    func closed(_ seat: HostedRoom.Seat) async
    /// Does nothing on a seat that is not the member's newest: it has entered again meanwhile.
    func leave(_ seat: HostedRoom.Seat) async

    /// Says something; a repeat of its own id is answered with the first number.
    func say(_ draft: Draft, from seat: HostedRoom.Seat) async throws(WireFault) -> Message
    /// Whether engines are asked for a draft before it is said; counts it.
    func allowCheck(of draft: String, from seat: HostedRoom.Seat) async throws(WireFault) -> Bool
    /// Tells a message's author that it was not understood.
    func unclear(_ id: MessageID, from seat: HostedRoom.Seat) async throws(WireFault)
    /// Asks a message's author alone for a person. Answers with the contact of the room's interpreter, "" for none.
    func callPerson(of author: MessageID, from seat: HostedRoom.Seat) async throws(WireFault) -> String
    /// Calls everybody in the room and the staff of the node for help, perhaps about a message. What is wished for besides
    /// staff alone are told.
    func callForHelp(
        about id: MessageID?, wish: HelpCall.PrivateTalkRequest?, from seat: HostedRoom.Seat
    ) async throws(WireFault) -> HostedRoom.HelpReceipt
    /// Whom that would reach.
    func helpReach(of seat: HostedRoom.Seat) async throws(WireFault) -> HostedRoom.HelpReach
    /// A member's last call as it stands, also when it is done; nil where the room knows of none, or no longer.
    func help(of member: MemberID) async -> HelpCall?
    /// Takes the call back; nothing where there is none.
    func endHelp(from seat: HostedRoom.Seat) async throws(WireFault)

    /// Tells staff of a message or a member, or something that only they are to read. Answers with whether any of them is in the room.
    func report(_ report: Report, from seat: HostedRoom.Seat) async throws(WireFault) -> Bool

    /// Somebody of staff has read a report, or is done with it. Throws `bad-packet` where it is not there.
    func answerReport(
        of reporter: MemberID, at ts: Int, _ state: Reported.State, by who: String
    ) async throws(WireFault)

    /// The people in it as staff see them, all of them (at most 1,000).
    func staffMembers() async -> [MemberInfo]
    /// How the room is carried, and everybody in it, relays too.
    func topology() async -> (RoomTopology, members: [MemberInfo])
    /// Who is banned now, the newest first.
    func bans() async throws(WireFault) -> [ListedBan]
    /// Who left a short while ago, and who is muted and not here.
    func absentees() async -> Absentees
    /// `who` of staff reads along: for the record, and nobody in the room. Returns once it is written down.
    func noteReading(by who: String) async
    /// `who` did it: for the record, and nobody else. Returns that it could not be stored, where it is done all the same;
    /// otherwise nil.
    func perform(_ act: ModerationAction, by who: String) async throws(WireFault) -> WireFault?
    /// Somebody comes to whoever called for help, or the call is done. Throws `bad-packet` where there is none to come to.
    /// `named`: by the name that everybody is told.
    func answerHelp(
        of member: MemberID, _ state: HelpCall.State, by who: String, named name: String?
    ) async throws(WireFault)
}

extension WebRoom {
    package func isOpen(over connection: any Channel) async -> Bool { true }
    package func confirmations(of lines: [Message]) async -> [Message] { [] }
    package func bans() async throws(WireFault) -> [ListedBan] { [] }
    package func endStaff(of seat: HostedRoom.Seat) async {}
    package func overBudget(_ lines: [Message], readBy seat: HostedRoom.Seat) async throws(WireFault) -> Set<Int> { [] }
    package func allowCheck(of draft: String, from seat: HostedRoom.Seat) async throws(WireFault) -> Bool { true }
    package func help(of member: MemberID) async -> HelpCall? { nil }
    package func endHelp(from seat: HostedRoom.Seat) async throws(WireFault) {}
    package func answerHelp(
        of member: MemberID, _ state: HelpCall.State, by who: String, named name: String?
    ) async throws(WireFault) {}
    package func answerReport(
        of reporter: MemberID, at ts: Int, _ state: Reported.State, by who: String
    ) async throws(WireFault) {}
    package func noteReading(by who: String) async {}
    package func opened(_ seat: HostedRoom.Seat) async {}
    package func closed(_ seat: HostedRoom.Seat) async {}
    /// A room that knows no passwords takes none.
    package func admit(_ password: String, from address: String, device: String?) async throws(WireFault) {
        throw WireFault(.authFailed, "The password is wrong.", fatal: true)
    }
}
