import Foundation
import Logging
@testable import SabirCluster
import SabirProtocol
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct ClusterRoomTests {
    /// A node of the cluster with one room.
    struct Node {
        let cluster: Cluster
        let room: ClusterRoom
        let record: Record

        init(
            _ servers: Servers, room id: String, first: Int = 0, limits: StreamLimits = StreamLimits(),
            sign: @escaping ClusterRoom.Signer = { _ in nil }
        ) async throws {
            let settings = Self.settings(servers, first: first)
            let record = Record()
            self.record = record
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            cluster = try Cluster(settings, node: "n\(first)", logger: logger)
            await cluster.start()
            room = await cluster.open(id, limits: limits, founder: "f\(first)")
            await room.start(sign: sign) { await record.hear($0) }
        }

        static func settings(_ servers: Servers, first: Int = 0) -> ClusterSettings {
            let urls = servers.urls
            var settings = ClusterSettings(servers: Array(urls[first...]) + urls[..<first])
            settings.prefix = "test"
            return settings
        }
    }

    @Test func threeNodesHaveOneOrderWhileEachServerIsKilledInTurn() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        var nodes: [Node] = []
        for first in 0..<3 { nodes.append(try await Node(servers, room: id, first: first)) }
        for node in nodes { await node.record.wait { $0.isFollowing } }
        var sent: Set<MessageID> = []
        for round in 0..<4 {
            if round > 0 { servers.kill(round) }
            for number in 0..<60 {
                let entry = line("\(round) \(number)", by: "m\(number % 7)")
                sent.insert(entry.id)
                nodes[number % 3].room.offer(entry)
            }
            let all = sent
            for node in nodes { await node.record.wait { $0.ids.isSuperset(of: all) } }
            if round > 0 { servers.start(round) }
        }
        let first = await nodes[0].record.lines
        #expect(first.map(\.message.seq) == Array(1...sent.count))
        #expect(Set(first.map(\.message.id)) == sent)
        var epochs: Set<String> = []
        for node in nodes { epochs.formUnion(await node.record.ups) }
        #expect(epochs.count == 1)
        for node in nodes { #expect(differences(await node.record.lines, first) == []) }
        for node in nodes { await node.cluster.close() }
    }

    /// Every node dies when the line is erased and nobody was told: the next one that starts tells it.
    @Test func whatWasErasedIsToldThoughEveryNodeDiedInBetween() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let one = try await Node(servers, room: id)
        let two = try await Node(servers, room: id, first: 1)
        let (said, other) = (line("geheimwort"), line("stays"))
        one.room.offer(said)
        one.room.offer(other)
        for node in [one, two] { await node.record.wait { $0.lines.count == 2 } }
        let told = ClusterLine(
            id: MessageID(), member: said.member, from: said.from, lang: said.lang, text: "", reply: said.id,
            author: said.author, revision: .retracts(said.id))
        let stream = one.room.stream
        let isDone = try await one.room.ask { _ in
            try stream.retract(ClusterRetraction(line: told, erases: [said.id]))
        }
        #expect(isDone)
        for node in [one, two] { await node.cluster.close() }

        let next = try await Node(servers, room: id, first: 2)
        await next.record.wait { $0.ids.contains(told.id) }
        #expect(await next.record.lines.map(\.message.id) == [other.id, told.id])
        #expect(await next.record.lines.last?.message.retracts == said.id)
        #expect(try await next.room.line(said.id) == nil)
        // Whoever says it again is answered with that line.
        next.room.retract(ClusterRetraction(line: told, erases: [said.id]))
        await next.record.wait { $0.known[told.id] != nil }
        // And nothing is left to be kept in mind.
        while stream.kept("retract-\(told.id.description.lowercased())") != nil { await Task.yield() }
        await next.cluster.close()
    }

    /// Said at one node while the line is taken back at another.
    @Test func aCorrectionBesideTheRetractionOfItsLineIsErasedToo() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let one = try await Node(servers, room: id)
        let two = try await Node(servers, room: id, first: 1)
        let said = line("geheimwort eins")
        one.room.offer(said)
        for node in [one, two] { await node.record.wait { $0.lines.count == 1 } }
        let before = revision("geheimwort zwei", .corrects(said.id))
        two.room.offer(before)
        for node in [one, two] { await node.record.wait { $0.ids.contains(before.id) } }
        // Whoever took the line back did not know of that one.
        let told = revision("", .retracts(said.id))
        one.room.retract(ClusterRetraction(line: told, erases: [said.id]))
        for node in [one, two] { await node.record.wait { $0.ids.contains(told.id) } }
        let behind = revision("geheimwort drei", .corrects(said.id))
        two.room.offer(behind)
        for node in [one, two] { await node.record.wait { $0.ids.contains(behind.id) } }
        for correction in [before, behind] {
            while try await one.room.line(correction.id) != nil { await Task.yield() }
            while one.room.stream.kept("retract-\(correction.id.description.lowercased())") != nil {
                await Task.yield()
            }
        }
        #expect(try await one.room.lines(before: .max, limit: 10).map(\.message.id) == [told.id])
        #expect(servers.streamFiles(holding: "geheimwort") == [])
        for node in [one, two] { await node.cluster.close() }
    }

    /// Every node that read it has died: the next one that begins sees to it, whether the stream tells it of the
    /// retraction or a promise alone.
    @Test func aLateCorrectionIsErasedByANodeThatBeginsLater() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let (dead, room) = try await deaf(servers, id)
        let stream = room.stream
        let (first, second) = (MessageID(), MessageID())
        let (read, promised) = (
            revision("geheimwort eins", .corrects(first)), revision("geheimwort zwei", .corrects(second))
        )
        let (told, elsewhere) = (revision("", .retracts(first)), revision("", .retracts(second)))
        for line in [read, told, promised] {
            #expect(stream.publish(line))
            while try await room.line(line.id) == nil { await Task.yield() }
        }
        let promise = ClusterRetraction(late: promised.id, line: elsewhere)
        try await room.ask { _ in
            try stream.keep(promise.body, as: promise.key, author: promise.line.author)
        }
        #expect(!servers.streamFiles(holding: "geheimwort").isEmpty)
        await dead.close()

        let next = try await Node(servers, room: id, first: 1)
        await next.record.wait { $0.isFollowing }
        for correction in [read, promised] {
            while try await next.room.line(correction.id) != nil { await Task.yield() }
        }
        while next.room.stream.kept(promise.key) != nil { await Task.yield() }
        #expect(try await next.room.lines(before: .max, limit: 10).map(\.message.id) == [told.id])
        #expect(servers.streamFiles(holding: "geheimwort") == [])
        await next.cluster.close()
    }

    private func revision(_ text: String, _ revision: Revision) -> ClusterLine {
        ClusterLine(
            id: MessageID(), member: MemberID(rawValue: "m1"), from: "Ana", lang: LanguageTag("es")!, text: text,
            reply: revision.line, author: "a-m1", revision: revision)
    }

    /// Has opened the stream, and follows nothing.
    private func deaf(_ servers: Servers, _ id: String) async throws -> (Cluster, ClusterRoom) {
        let cluster = try Cluster(Node.settings(servers), node: "deaf", logger: Logger(label: "test"))
        await cluster.start()
        let room = await cluster.open(id, limits: StreamLimits(), founder: "f")
        while (try? await room.ask { try $0.open() }) == nil { await Task.yield() }
        return (cluster, room)
    }

    /// As the leader's memory has it after most of the servers went away: it knows the id, and no line.
    @Test func anIdThatTheStreamKeptWithoutItsLineHoldsNobodyUp() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let (dead, room) = try await deaf(servers, id)
        let (stream, said) = (room.stream, line("no more than 20 mg"))
        #expect(stream.publish(said))
        while try await room.line(said.id) == nil { await Task.yield() }
        try await room.erase([1])
        let next = try await Node(servers, room: id, first: 1)
        await next.record.wait { $0.isFollowing }
        next.room.offer(said)
        next.room.offer(line("next"))
        await next.record.wait { $0.lines.count == 2 }
        #expect(await next.record.lines.map(\.message.id).first == said.id)
        // Whichever attempt comes later is none.
        for attempt in 1...4 { #expect(stream.publish(said, attempt: attempt)) }
        next.room.offer(line("last"))
        await next.record.wait { $0.lines.count == 3 }
        let there = try await next.room.lines(before: .max, limit: 10)
        #expect(there.map(\.message.text) == [said.text, "next", "last"])
        await dead.close()
        await next.cluster.close()
    }

    @Test func anIdIsTakenOnceWhoeverOffersItAndWhenever() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let one = try await Node(servers, room: id)
        let two = try await Node(servers, room: id, first: 1)
        let said = line("no more than 20 mg")
        one.room.offer(said)
        for node in [one, two] { await node.record.wait { $0.lines.count == 1 } }
        two.room.offer(said)
        await two.record.wait { $0.known[said.id] != nil }
        let late = try await Node(servers, room: id, first: 2)
        late.room.offer(said)
        await late.record.wait { $0.lines.count == 1 || $0.known[said.id] != nil }
        late.room.offer(line("next"))
        for node in [one, two, late] { await node.record.wait { $0.lines.count == 2 } }
        #expect(await one.record.seqs == [1, 2])
        let found = try await late.room.line(said.id)
        #expect(found?.author == said.author && found?.message.seq == 1)
        #expect(try await late.room.lines(before: 3, limit: 10).map(\.message.text) == [said.text, "next"])
        try await late.room.clear(try #require(await late.room.place))
        #expect(try await late.room.lines(before: 3, limit: 10).isEmpty)
        for node in [one, two, late] { await node.cluster.close() }
    }

    @Test func whatIsOfferedWhileTheClusterIsAwayWaitsAndGoesOnce() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let node = try await Node(servers, room: UUID().uuidString.lowercased())
        node.room.offer(line("before"))
        await node.record.wait { $0.lines.count == 1 }
        for number in 1...3 { servers.kill(number) }
        await node.record.wait { $0.downs == 1 }
        for number in 1...20 { node.room.offer(line("held \(number)")) }
        for number in 1...3 { servers.start(number) }
        await node.record.wait { $0.lines.count == 21 }
        #expect(await node.record.seqs == Array(1...21))
        #expect(await node.record.lines.dropFirst().map(\.message.text) == (1...20).map { "held \($0)" })
        #expect(Set(await node.record.ups).count == 1)
        await node.cluster.close()
    }

    @Test func erasedLinesAreGoneEverywhereAndAroundThemIsReadOn() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let one = try await Node(servers, room: id)
        let two = try await Node(servers, room: id, first: 1)
        await two.record.wait { $0.isFollowing }
        for number in 1...30 { one.room.offer(line("\(number)")) }
        for node in [one, two] { await node.record.wait { $0.lines.count == 30 } }
        try await one.room.erase([7, 8, 20])
        try await one.room.erase([8])
        await two.record.wait { $0.erased == [7, 8, 20, 8] }
        let page = try await two.room.lines(before: 25, limit: 20).map(\.message.seq)
        #expect(page == Array(2...6) + Array(9...19) + Array(21...24))
        #expect(try await two.room.lines(before: 5, limit: 100).map(\.message.text) == ["1", "2", "3", "4"])
        #expect(try await two.room.lines(before: 1, limit: 100).isEmpty)
        for node in [one, two] { await node.cluster.close() }
    }

    @Test func membersActsAndGrantsTravel() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let one = try await Node(servers, room: id)
        await one.record.wait { $0.isFollowing }
        let two = try await Node(servers, room: id, first: 1)
        await two.record.wait { $0.isFollowing }
        let ana = MemberHere(
            MemberInfo(id: MemberID(rawValue: "m1"), name: "Ana", lang: LanguageTag("es")!), token: "a1",
            firstVisibleSeq: 3)
        one.room.send(.all([ana]))
        await two.record.wait { $0.present == [ana] }
        // Once both have heard of one act they follow: what is decided from then on is news.
        let unlock = HostPacket.acted(ModerationEvent(.unlock))
        try await one.room.act(unlock, key: "lock")
        for node in [one, two] { await node.record.wait { $0.acts.map(\.packet) == [unlock] } }
        let topic = HostPacket.acted(ModerationEvent(.topic, text: "Ward 3"))
        try await two.room.act(topic, key: "topic")
        let ban = HostPacket.acted(ModerationEvent(.ban, on: ana.info.id, named: nil, minutes: 5))
        try await two.room.act(ban, key: "ban", on: ana.info.id)
        for node in [one, two] {
            await node.record.wait { $0.acts.map(\.packet) == [unlock, topic, ban] }
            #expect(await node.record.acts.dropFirst().allSatisfy(\.isNews))
        }
        let late = try await Node(servers, room: id, first: 2)
        await late.record.wait { $0.acts.count == 3 && $0.present == [ana] }
        #expect(await late.record.acts.map(\.token) == [nil, nil, "a1"])
        #expect(await late.record.acts.allSatisfy { !$0.isNews && $0.ts > 0 })
        // As a node that was killed and started again, which had no time for a goodbye.
        let again = try await Node(servers, room: id, first: 0)
        await again.record.wait { $0.present == [ana] }
        await again.cluster.close()
        await one.cluster.close()
        await two.record.wait { $0.present.isEmpty }
        for node in [two, late] { await node.cluster.close() }
    }

    @Test func everyActComesInItsOrderAndToItsRoomWhateverServerDies() async throws {
        let servers = try Servers()
        defer { servers.wipe() }
        let id = UUID().uuidString.lowercased()
        let one = try await Node(servers, room: id)
        let two = try await Node(servers, room: id, first: 1)
        let other = Record()
        let beside = await two.cluster.open(
            UUID().uuidString.lowercased(), limits: StreamLimits(), founder: "f1")
        await beside.start { await other.hear($0) }
        for record in [one.record, two.record, other] { await record.wait { $0.isFollowing } }
        for number in 1...2 {
            servers.kill(number)
            await act(number, at: one.room)
            await two.record.wait { $0.acts.last?.packet == Self.topic(number) }
            servers.start(number)
        }
        // One whose answer was lost was asked for twice.
        let heard = await two.record.acts.map(\.packet)
        let changes = heard.enumerated().filter { $0 == 0 || heard[$0 - 1] != $1 }.map(\.element)
        #expect(changes == (1...2).map(Self.topic))
        #expect(await other.acts.isEmpty)
        for node in [one, two] { await node.cluster.close() }
    }

    private static func topic(_ number: Int) -> HostPacket {
        .acted(ModerationEvent(.topic, text: "Ward \(number)"))
    }

    /// As staff would: where the cluster does not take it, once more.
    private func act(_ number: Int, at room: ClusterRoom) async {
        for _ in 0..<20 {
            if (try? await room.act(Self.topic(number), key: "topic")) != nil { return }
        }
    }
}
