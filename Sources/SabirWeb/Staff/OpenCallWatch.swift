import SabirProtocol
import SabirRoom

/// Wakes desks when a call for help or a report changes in any room. While no desk is open, it follows no room.
actor OpenCallWatch {
    static let maximumWatchers = 64
    /// How long a desk whose connection broke counts as open, since it may reconnect.
    static let grace = Duration.seconds(5)

    /// An open stream of a desk.
    struct Watcher: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    enum News: Sendable {
        case change
        /// A heartbeat after a quiet time.
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
    /// Rooms that have or had calls or reports, where members coming and going matters.
    private var withCalls: Set<String> = []
    private var isClosed = false
    /// Whether staff were present when `recordStaff` was last called.
    private var hadStaff = false

    /// Whether a desk is open, or was a moment ago, as broken connections are soon restored.
    var isWatched: Bool { isFollowing || lastWatched.map { .now - $0 < Self.grace } ?? false }

    private var isFollowing: Bool { !watching.isEmpty }

    /// Adds a watcher; nil if there are too many. Returns once all `rooms` are followed, so that every change after the
    /// watcher's first reading wakes it.
    func watch(_ rooms: [any WebRoom]) async -> Watcher? {
        guard !isClosed, watching.count < Self.maximumWatchers else { return nil }
        last += 1
        let watcher = Watcher(number: last)
        watching[watcher] = Watching()
        await follow(rooms)
        return watcher
    }

    /// Removes a watcher. `isOver`: its login ended, so that the desk will not reconnect.
    func end(_ watcher: Watcher, isOver: Bool = false) {
        guard let ended = watching.removeValue(forKey: watcher) else { return }
        ended.waiting?.resume(returning: .end)
        if !isOver { lastWatched = .now }
        guard watching.isEmpty else { return }
        for follower in followers.values { follower.cancel() }
        (followers, withCalls) = ([:], [])
    }

    /// Waits for the watcher's next news. Must not be called again before it returns.
    func next(for watcher: Watcher) async -> News {
        guard let known = watching[watcher] else { return .end }
        guard !known.hasNews else {
            watching[watcher]?.hasNews = false
            return .change
        }
        return await withCheckedContinuation { watching[watcher]?.waiting = $0 }
    }

    /// Follows new rooms and drops closed ones. Called once a second.
    func follow(_ rooms: [any WebRoom]) async {
        guard isFollowing else { return }
        let ids = Set(rooms.map(\.id))
        let gone = followers.keys.filter { !ids.contains($0) }
        for id in gone { followers.removeValue(forKey: id)?.cancel() }
        withCalls.formIntersection(ids)
        if !gone.isEmpty { wake() }
        for room in rooms where followers[room.id] == nil { await follow(room) }
    }

    private func follow(_ room: any WebRoom) async {
        // Marks the room as followed during the wait, so that no other caller follows it too.
        followers[room.id] = Task {}
        let news = await room.listen(speakingForMembers: false)
        guard isFollowing, followers[room.id] != nil else { return }
        followers[room.id] = Task { await self.apply(news, of: room) }
        let facts = await room.facts
        guard !facts.help.isEmpty || !facts.reports.isEmpty else { return }
        withCalls.insert(room.id)
        wake()
    }

    private func apply(_ news: AsyncStream<RoomNews>, of room: any WebRoom) async {
        for await item in news {
            guard item != .lagged else { break }
            apply(item, in: room.id)
        }
        // The room dropped news or has closed; it is followed anew within a second.
        guard !Task.isCancelled else { return }
        followers[room.id] = nil
        wake()
    }

    private func apply(_ news: RoomNews, in room: String) {
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

    /// Records whether staff are present, at a desk or (`areInRoom`) in a room. Returns the new value, or nil if it has
    /// not changed.
    func recordStaff(areInRoom: Bool) -> Bool? {
        let before = hadStaff
        hadStaff = areInRoom || isWatched
        return hadStaff == before ? nil : hadStaff
    }

    /// Reports a change to every watcher. Called from outside for changes that no room reports.
    func wake() {
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

    /// Sends a heartbeat to every watcher.
    func beat() { for watcher in watching.keys { tell(watcher, .nothing) } }

    /// Ends every watcher, as the page is closing.
    func close() {
        isClosed = true
        for watcher in Array(watching.keys) { end(watcher) }
    }
}
