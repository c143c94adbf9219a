#if NATS
    import Foundation
    import Logging
    import SabirCluster
    import SabirWire
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
                let urls = servers.urls
                var settings = ClusterSettings(servers: Array(urls[first...]) + urls[..<first])
                settings.prefix = "test"
                let record = Record()
                self.record = record
                var logger = Logger(label: "test")
                logger.logLevel = .critical
                cluster = try Cluster(settings, node: "n\(first)", logger: logger)
                await cluster.start()
                room = await cluster.open(id, limits: limits, founder: "f\(first)")
                await room.start(sign: sign) { await record.hear($0) }
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
            let ana = ClusterMember(
                info: MemberInfo(id: MemberID(rawValue: "m1"), name: "Ana", lang: LanguageTag("es")!), author: "a1",
                horizon: 3)
            one.room.tell(here: [ana])
            await two.record.wait { $0.present == [ana] }
            // Once both have heard of one act they follow: what is decided from then on is news.
            let unlock = HostPacket.acted(Acted(.unlock))
            try await one.room.act(unlock, key: "lock")
            for node in [one, two] { await node.record.wait { $0.acts.map(\.packet) == [unlock] } }
            let topic = HostPacket.acted(Acted(.topic, text: "Ward 3"))
            try await two.room.act(topic, key: "topic")
            let ban = HostPacket.acted(Acted(.ban, on: ana.info.id, named: nil, minutes: 5))
            try await two.room.act(ban, key: "ban", on: ana.info.id)
            for node in [one, two] {
                await node.record.wait { $0.acts.map(\.packet) == [unlock, topic, ban] }
                #expect(await node.record.acts.dropFirst().allSatisfy(\.isNews))
            }
            let late = try await Node(servers, room: id, first: 2)
            await late.record.wait { $0.acts.count == 3 && $0.present == [ana] }
            #expect(await late.record.acts.map(\.author) == [nil, nil, "a1"])
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

        private static func topic(_ number: Int) -> HostPacket { .acted(Acted(.topic, text: "Ward \(number)")) }

        /// As staff would: where the cluster does not take it, once more.
        private func act(_ number: Int, at room: ClusterRoom) async {
            for _ in 0..<20 {
                if (try? await room.act(Self.topic(number), key: "topic")) != nil { return }
            }
        }
    }
#endif
