/// Older lines in the stream.
extension ClusterRoom {
    /// The newest lines before `seq`, oldest first, at most `limit`; erased ones are left out. Waits a few seconds at
    /// most. Throws where the cluster does not answer.
    nonisolated func lines(before seq: Int, limit: Int) async throws -> [ClusterLine] {
        try await ask { try $0.lines(before: seq, limit: limit) }
    }

    /// Erases these lines at every server; every running node forgets them.
    nonisolated func erase(_ seqs: [Int]) async throws {
        try await ask { stream in
            for seq in seqs { try stream.erase(seq) }
            stream.say("erased", Array(seqs.map(String.init).joined(separator: " ").utf8))
        }
    }
}
