import NIOCore

extension EventLoop {
    /// Asks, and calls `then` once, on this loop: with the answer, or with nil where none comes within the time. A
    /// later answer is dropped; an immediate one is passed on at once.
    ///
    /// Called on this loop.
    func ask<Answer: Sendable>(
        within time: TimeAmount, _ ask: (@escaping @Sendable (Answer) -> Void) -> Void,
        then: @escaping @Sendable (Answer?) -> Void
    ) {
        let asked = NIOLoopBoundBox(Asked(then: then), eventLoop: self)
        let answered: @Sendable (Answer?) -> Void = { answer in
            guard let then = asked.value.then else { return }
            asked.value.then = nil
            asked.value.end?.cancel()
            then(answer)
        }
        ask { answer in
            if self.inEventLoop { answered(answer) } else { self.execute { answered(answer) } }
        }
        guard asked.value.then != nil else { return }
        asked.value.end = scheduleTask(in: time) { answered(nil) }
    }
}

/// Holds the waiting closure until the answer comes.
private struct Asked<Answer> {
    var then: ((Answer?) -> Void)?
    var end: Scheduled<Void>?
}
