import SabirProtocol
import SabirRoom

/// Wakes the staff's pages when a call for help or a report changes, in whichever room. While none is open it follows no room.
actor OpenCallWatch {
    static let maximumWatchers = 64
    /// A page whose connection is gone is back after so long, or does not come back.
    static let grace = Duration.seconds(5)

    /// An open stream of a staff's page.
    struct Watcher: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    enum News: Sendable {
        case change
        /// It was quiet for a while.
        case nothing
        case end
    }

    private struct Watching {
        var hasNews = false
        var waiting: CheckedContinuation<News, Never>?
    }

    private var watching: [Watcher: Watching] = [:]
    private var last: UInt64 = 0
    private var lastWatched: ContinuousClock.Instant?
    private var followers: [String: Task<Void, Never>] = [:]
    /// Rooms in which there are calls or reports, or were: there it matters who comes and goes.
    private var withCalls: Set<String> = []
    private var isClosed = false
    /// Whether staff were there when that was last looked at.
    private var hadStaff = false

    /// Whether somebody of staff has the page open, or had a moment ago: connections break, and pages are back at once.
    var isWatched: Bool { isFollowing || lastWatched.map { .now - $0 < Self.grace } ?? false }

    private var isFollowing: Bool { !watching.isEmpty }

    /// Nil where there are too many. `rooms`: those of the node. Returns once all of them are followed, so that a change
    /// behind what is read then is told.
    func watch(_ rooms: [any WebRoom]) async -> Watcher? {
        guard !isClosed, watching.count < Self.maximumWatchers else { return nil }
        last += 1
        let watcher = Watcher(number: last)
        watching[watcher] = Watching()
        await follow(rooms)
        return watcher
    }

    /// The connection is gone, or the login has ended (`isOver`): then that page does not come back.
    func end(_ watcher: Watcher, isOver: Bool = false) {
        guard let ended = watching.removeValue(forKey: watcher) else { return }
        ended.waiting?.resume(returning: .end)
        if !isOver { lastWatched = .now }
        guard watching.isEmpty else { return }
        for follower in followers.values { follower.cancel() }
        (followers, withCalls) = ([:], [])
    }

    /// What comes next; asked for by one at a time.
    func next(for watcher: Watcher) async -> News {
        guard let known = watching[watcher] else { return .end }
        guard !known.hasNews else {
            watching[watcher]?.hasNews = false
            return .change
        }
        return await withCheckedContinuation { watching[watcher]?.waiting = $0 }
    }

    /// Rooms come and go. Once a second.
    func follow(_ rooms: [any WebRoom]) async {
        guard isFollowing else { return }
        let ids = Set(rooms.map(\.id))
        let gone = followers.keys.filter { !ids.contains($0) }
        for id in gone { followers.removeValue(forKey: id)?.cancel() }
        if !gone.isEmpty { wake() }
        for room in rooms where followers[room.id] == nil { await follow(room) }
    }

    private func follow(_ room: any WebRoom) async {
        // Until its news are here another caller is not to follow it too.
        followers[room.id] = Task {}
        let news = await room.listen(speakingForMembers: false)
        guard isFollowing, followers[room.id] != nil else { return }
        followers[room.id] = Task { await self.hear(news, of: room) }
        let facts = await room.facts
        guard !facts.help.isEmpty || !facts.reports.isEmpty else { return }
        withCalls.insert(room.id)
        wake()
    }

    private func hear(_ news: AsyncStream<RoomNews>, of room: any WebRoom) async {
        for await item in news {
            guard item != .lagged else { break }
            hear(item, in: room.id)
        }
        // The room had to leave news out, or is no more: looked at anew with the next second.
        guard !Task.isCancelled else { return }
        followers[room.id] = nil
        wake()
    }

    private func hear(_ news: RoomNews, in room: String) {
        switch news {
        case .everybody(.help), .reports:
            withCalls.insert(room)
            wake()
        case .everybody(.acted(let acted)) where [.mute, .unmute, .clear].contains(acted.act): break
        case .everybody(.joined), .everybody(.left), .everybody(.changed), .everybody(.presence), .everybody(.error),
            .everybody(.acted), .everybody(.link):
            if withCalls.contains(room) { wake() }
        default: break
        }
    }

    /// Whether staff are there, at a desk or (`areInRoom`) in a room; nil where that is as it was when last asked.
    func staffChange(areInRoom: Bool) -> Bool? {
        let before = hadStaff
        hadStaff = areInRoom || isWatched
        return hadStaff == before ? nil : hadStaff
    }

    /// Something else than a room has changed what pages are told.
    func changed() { wake() }

    private func wake() {
        for watcher in watching.keys { tell(watcher, .change) }
    }

    private func tell(_ watcher: Watcher, _ news: News) {
        if let waiting = watching[watcher]?.waiting {
            watching[watcher]?.waiting = nil
            waiting.resume(returning: news)
        } else if news == .change {
            watching[watcher]?.hasNews = true
        }
    }

    /// A sign of life on streams that have nothing else to write.
    func beat() { for watcher in watching.keys { tell(watcher, .nothing) } }

    /// The page ends.
    func close() {
        isClosed = true
        for watcher in Array(watching.keys) { end(watcher) }
    }
}
