/// The candidate that `word` was most likely meant to be; nil if none is close. A word of eight letters or more may
/// have three slips, one of four or more two, a shorter one a single slip.
package func nearest(to word: String, among candidates: [String]) -> String? {
    let word = Array(word.lowercased().replacing("-", with: "_").unicodeScalars.prefix(64))
    let slips = word.count >= 8 ? 3 : word.count >= 4 ? 2 : 1
    return
        candidates
        .map { candidate in
            let plain = candidate.replacing("-", with: "_")
            return (distance: editDistance(word, Array(plain.unicodeScalars)), candidate: candidate)
        }
        .filter { $0.distance <= min(slips, max($0.candidate.count - 1, 0)) }
        .min { $0.distance < $1.distance }?.candidate
}

/// The optimal string alignment distance (restricted Damerau–Levenshtein): insertions, deletions, substitutions and
/// exchanges of neighbours count one each.
func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, left) in first.enumerated() {
        var current = [row + 1]
        for (column, right) in second.enumerated() {
            var best = min(last[column] + (left == right ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            let exchanged = row > 0 && column > 0 && left == second[column - 1] && first[row - 1] == right
            if exchanged { best = min(best, beforeLast[column - 1] + 1) }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[second.count]
}
