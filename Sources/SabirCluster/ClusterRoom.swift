import Logging
import SabirWire

#if NATS
    /// A room whose log is a stream of the cluster.
    ///
    /// Owner of the pure ``ClusterRoomState`` and of the consumer. `tell` is awaited for each piece of news, one after
    /// another: while it waits, the cluster's flow control lets nothing more come.
    package actor ClusterRoom {
        package typealias Listener = @Sendable (ClusterNews) async -> Void
        /// The leave of this node, as the room's first host, for the certificate of that fingerprint; nil where it is none.
        package typealias Signer = @Sendable (_ fingerprint: String) -> Grant?

        private var state: ClusterRoomState
        private let stream: NATSStream
        private let queues: RequestQueues
        private let logger: Logger
        /// This node among those of the room: a token of a subject.
        private let node: String
        private var tell: Listener = { _ in }
        private var sign: Signer = { _ in nil }
        private var follow: NATSFollow?
        private var acts: NATSFollow?
        private var actsFollower = StreamFollower()
        /// Whether their consumer has been asked for and there is no answer yet.
        private var actsAreAsked = false
        private var others = PresenceTable()
        private var here: [MemberInfo] = []
        private var lastSaid: ContinuousClock.Instant?
        private var tasks: [Task<Void, Never>] = []
        /// The stream as it was found last; its founder's certificate is in it.
        private(set) var facts: StreamFacts?

        init(_ stream: NATSStream, _ queues: RequestQueues, node: String, logger: Logger) {
            state = ClusterRoomState(now: .now)
            self.stream = stream
            self.queues = queues
            self.logger = logger
            self.node = node
        }

        /// Once. From then on news come.
        package func start(sign: @escaping Signer = { _ in nil }, tell: @escaping Listener) {
            self.tell = tell
            self.sign = sign
            stream.listen()
            let box = stream.box
            tasks = [Task { [weak self] in for await _ in box.rings { await self?.work() } }]
        }

        func stop() async {
            for task in tasks { task.cancel() }
            stream.box.close()
            for task in tasks { await task.value }
            follow?.stop()
            acts?.stop()
            (follow, acts) = (nil, nil)
        }

        // MARK: What the node's room does

        /// Never waits. What becomes of it is told: as one of the lines, as known, or as refused.
        package nonisolated func offer(_ line: ClusterLine) { stream.box.put(.offered(line)) }

        /// The newest lines before `seq`, oldest first, at most `limit`; what cannot be had is left out.
        package nonisolated func lines(before seq: Int, limit: Int) async -> [StoredLine] {
            await ask { stream in (try? stream.lines(before: seq, limit: limit)) ?? [] }
        }

        /// The line of this id. Throws where the cluster does not say.
        package nonisolated func line(_ id: MessageID) async throws -> StoredLine? {
            try await ask { stream in Result { try stream.line(id) } }.get()
        }

        /// Everything up to `seq` goes, at every node and server.
        package nonisolated func clear(upTo seq: Int) async throws {
            try await ask { stream in Result { try stream.purge(upTo: seq) } }.get()
        }

        /// Who is in here: everybody, at every change.
        package nonisolated func tell(here members: [MemberInfo]) { stream.box.put(.here(members)) }

        /// For a member at another node; with nil for everybody.
        package nonisolated func say(_ packet: HostPacket, to member: MemberID?) {
            stream.say("word.\(member?.rawValue ?? "all")", [UInt8](packet: packet))
        }

        /// An act of staff, for every node. `key`: of acts with the same key only the last holds.
        package nonisolated func act(_ packet: HostPacket, key: String, clears: Bool = false) async throws {
            if clears { try await clear(upTo: newest()) }
            try await ask { stream in Result { try stream.keep([UInt8](packet: packet), as: key) } }.get()
        }

        private func newest() -> Int { state.newest }

        /// The leave of the room's first host for a certificate; nil where none can be had now, or none is needed, as this
        /// node is the first. Waits a few seconds at most.
        package nonisolated func grant(for fingerprint: String) async -> Grant? {
            await ask { stream in
                guard (try? stream.open())?.founder != fingerprint, (try? stream.openActs()) != nil else { return nil }
                let found = stream.kept("grant-\(fingerprint)") ?? stream.ask("vouch", Array(fingerprint.utf8))
                return found.flatMap(Self.grant)
            }
        }

        private static func grant(_ body: [UInt8]) -> Grant? {
            let parts = String(decoding: body, as: UTF8.self).split(separator: " ")
            guard parts.count == 3, let expires = Int(parts[1]) else { return nil }
            return Grant(certificate: String(parts[0]), expires: expires, signature: String(parts[2]))
        }

        private nonisolated func ask<Answer: Sendable>(
            _ question: @escaping @Sendable (NATSStream) -> Answer
        ) async -> Answer {
            await withCheckedContinuation { continuation in
                let stream = stream
                queues.run(for: stream.names.room) { continuation.resume(returning: question(stream)) }
            }
        }

        // MARK: The state and its actions

        private func work() async {
            var news: [ClusterNews] = []
            var flow: [String] = []
            for signal in stream.box.takeAll() {
                if case .flow(let reply) = signal { flow.append(reply) }
                for action in decide(signal, now: .now) { perform(action, &news) }
            }
            for piece in ClusterNews.joined(news) { await tell(piece) }
            for reply in flow { stream.answer(reply) }
        }

        private func decide(_ signal: RoomSignal, now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
            switch signal {
            case .connected: return state.connected()
            case .disconnected: return state.disconnected(now: now)
            case .delivered(let raw, let generation):
                return state.received(read(raw), at: raw.position, of: generation, now: now)
            case .heartbeat(let last, let generation):
                return state.heartbeat(lastDelivered: last, of: generation, now: now)
            case .flow: return []
            case .published(let subject, let outcome):
                return ClusterNames.id(ofLine: subject).map { state.published($0, outcome, now: now) } ?? []
            case .opened(.success(let found)):
                stream.say("ask", [])
                if actsFollower.lastHeard == nil { beginActs(now) }
                return opened(found, now)
            case .opened(.failure(let error)): return state.failed("\(error)", now: now)
            case .follows(let generation, nil): return state.follows(generation: generation, now: now)
            case .follows(_, let error?): return state.failed("\(error)", now: now)
            case .lookedUp(let id, .success(let line)): return state.lookedUp(id, line, now: now)
            case .lookedUp(let id, .failure):
                state.lookUpFailed(id, now: now)
                return []
            case .offered(let line): return state.offer(line, now: now)
            case .tick: return state.tick(now: now) + tickTalk(now)
            case .act, .actsHeartbeat, .actsBegun: return followActs(signal, now)
            case .said(let topic, let reply, let body): return heard(topic, reply, body, now)
            case .here(let members):
                here = members
                sayHere(now)
                return []
            }
        }

        private func opened(_ found: StreamFacts, _ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
            facts = found
            return state.opened(found, now: now)
        }

        private func read(_ raw: RawDelivery) -> StoredLine? {
            let line = StoredLine(
                body: raw.body, seq: raw.position.seq, ts: raw.position.ts, author: raw.author)
            if line == nil {
                logger.error(
                    "\(stream.names.stream) holds something at \(raw.position.seq) that is no line; passed over")
            }
            return line
        }

        private func perform(_ action: ClusterRoomState.Action, _ news: inout [ClusterNews]) {
            switch action {
            case .tell(let piece): news.append(piece)
            case .publish(let line): publish(line)
            case .open: request { $0.box.put(.opened($0.opened())) }
            case .follow(let seq, let generation): beginFollowing(from: seq, generation)
            case .lookUp(let id):
                request { stream in
                    stream.box.put(.lookedUp(id, Result { () throws(ClusterError) in try stream.line(id) }))
                }
            }
        }

        private func publish(_ line: ClusterLine) {
            guard let reason = stream.publish(line) else { return }
            stream.box.put(.published(subject: stream.names.line(line.id), .unknown(reason)))
        }

        private func beginFollowing(from seq: Int, _ generation: Int) {
            follow?.stop()
            follow = nil
            request { [weak self] stream in
                do throws(ClusterError) {
                    let follow = try NATSFollow(stream, .lines(from: seq), generation: generation)
                    Task { await self?.follows(follow, generation) ?? follow.stop() }
                } catch {
                    stream.box.put(.follows(generation: generation, error))
                }
            }
        }

        private func follows(_ made: NATSFollow, _ generation: Int) {
            guard !(tasks.first?.isCancelled ?? true) else { return made.stop() }
            follow?.stop()
            follow = made
            stream.box.put(.follows(generation: generation, nil))
        }

        // MARK: Members elsewhere

        private func sayHere(_ now: ContinuousClock.Instant) {
            lastSaid = now
            stream.say("here.\(node)", [UInt8](packet: .members(here, more: false)))
        }

        private func tickTalk(_ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
            if lastSaid.map({ now - $0 >= PresenceTable.beat }) ?? true { sayHere(now) }
            if actsFollower.isSilent(now), !actsAreAsked { beginActs(now) }
            return others.expire(now: now) ? [.tell(.present(others.members))] : []
        }

        private func heard(
            _ topic: String, _ reply: String?, _ body: [UInt8], _ now: ContinuousClock.Instant
        ) -> [ClusterRoomState.Action] {
            let parts = topic.split(separator: ".", maxSplits: 1).map(String.init)
            switch (parts.first, parts.last) {
            case ("here", let other?): return heardHere(other, body, now)
            case ("word", let member?):
                guard let packet = try? HostPacket(body: .init(bytes: body)) else { return [] }
                return [.tell(.word(packet, to: member == "all" ? nil : MemberID(rawValue: member)))]
            case ("ask", _): sayHere(now)
            case ("vouch", _): vouch(String(decoding: body, as: UTF8.self), reply)
            default: break
            }
            return []
        }

        private func heardHere(
            _ other: String, _ body: [UInt8], _ now: ContinuousClock.Instant
        ) -> [ClusterRoomState.Action] {
            guard other != node, case .members(let members, _)? = try? HostPacket(body: .init(bytes: body)),
                others.hear(other, members, now: now)
            else { return [] }
            return [.tell(.present(others.members))]
        }

        private func vouch(_ fingerprint: String, _ reply: String?) {
            guard let reply, fingerprint.utf8.count <= 64, let grant = sign(fingerprint) else { return }
            let body = Array("\(grant.certificate) \(grant.expires) \(grant.signature)".utf8)
            stream.publish(body, on: reply)
            request { try? $0.keep(body, as: "grant-\(fingerprint)") }
        }

        // MARK: Acts of staff

        private func beginActs(_ now: ContinuousClock.Instant) {
            let generation = actsFollower.begin(from: actsFollower.next, now: now)
            actsAreAsked = true
            acts?.stop()
            acts = nil
            request { [weak self] stream in
                do throws(ClusterError) {
                    try stream.openActs()
                    let follow = try NATSFollow(stream, .acts, generation: generation)
                    Task { await self?.followsActs(follow) ?? follow.stop() }
                } catch {
                    stream.box.put(.actsBegun(generation: generation, error))
                }
            }
        }

        private func followsActs(_ made: NATSFollow) {
            actsAreAsked = false
            actsFollower.stands(.now)
            acts?.stop()
            acts = made
        }

        private func followActs(_ signal: RoomSignal, _ now: ContinuousClock.Instant) -> [ClusterRoomState.Action] {
            switch signal {
            case .act(let raw, let generation):
                guard actsFollower.receive(raw.position, of: generation, now: now) == .next,
                    let packet = try? HostPacket(body: .init(bytes: raw.body))
                else { return [] }
                return [.tell(.acted(packet))]
            case .actsHeartbeat(let last, let generation):
                if actsFollower.heartbeat(lastDelivered: last, of: generation, now: now) == .broken { beginActs(now) }
            // It failed; silence brings the next try.
            case .actsBegun: actsAreAsked = false
            default: break
            }
            return []
        }

        private func request(_ work: @escaping @Sendable (NATSStream) -> Void) {
            let stream = stream
            queues.run(for: stream.names.room) { work(stream) }
        }
    }
#endif

extension ClusterNews {
    /// Lines that follow one another as one piece.
    static func joined(_ news: [ClusterNews]) -> [ClusterNews] {
        news.reduce(into: []) { joined, piece in
            if case .lines(let more) = piece, case .lines(let lines)? = joined.last {
                joined[joined.count - 1] = .lines(lines + more)
            } else {
                joined.append(piece)
            }
        }
    }
}
