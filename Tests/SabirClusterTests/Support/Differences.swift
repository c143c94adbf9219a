@testable import SabirCluster
import SabirProtocol

/// In what two nodes' lines differ, in words; nothing where they are the same.
func differences(_ found: [ClusterLine], _ wanted: [ClusterLine]) -> [String] {
    var words: [String] = []
    let counts = Dictionary(grouping: found, by: \.message.seq).mapValues(\.count)
    let seqs = Set(wanted.map(\.message.seq))
    let missing = seqs.filter { counts[$0] == nil }.sorted()
    if !missing.isEmpty { words.append("missing: \(missing)") }
    let doubled = counts.filter { $0.value > 1 }.keys.sorted()
    if !doubled.isEmpty { words.append("more than once: \(doubled)") }
    let unknown = counts.keys.filter { !seqs.contains($0) }.sorted()
    if !unknown.isEmpty { words.append("unknown: \(unknown)") }
    for (before, after) in zip(found, found.dropFirst()) where before.message.seq >= after.message.seq {
        words.append("\(after.message.seq) after \(before.message.seq)")
    }
    let bySeq = Dictionary(wanted.map { ($0.message.seq, $0) }) { first, _ in first }
    for line in found {
        guard let other = bySeq[line.message.seq], other != line else { continue }
        words.append("\(line.message.seq) is \(line), not \(other)")
    }
    return words
}
