/// The language pairs that an engine listed, by the engine's codes.
struct PairTable: Sendable, Equatable {
    private let targets: [String: [String]]
    /// Every code that is a source or a target.
    let codes: Set<String>

    init(_ pairs: some Sequence<(source: String, target: String)>) {
        var targets: [String: Set<String>] = [:]
        for pair in pairs where pair.source != pair.target { targets[pair.source, default: []].insert(pair.target) }
        self.targets = targets.mapValues { $0.sorted() }
        codes = targets.reduce(into: Set(targets.keys)) { $0.formUnion($1.value) }
    }

    var isEmpty: Bool { targets.isEmpty }

    func contains(_ source: String, _ target: String) -> Bool {
        targets[source]?.contains(target) ?? false
    }

    /// The pair first in the alphabet, so that every node proves an engine with the same one.
    var first: Route? {
        targets.keys.min().flatMap { source in targets[source]?.first.map { Route([source, $0]) } }
    }

    /// Codes that can be translated to others, sorted.
    var sources: [String] { targets.keys.sorted() }

    /// The codes that chains of at most `maximumHops` pairs lead to.
    func reachable(from source: String, maximumHops: Int) -> Set<String> {
        var found: Set = [source]
        var edge = [source]
        for _ in 0..<maximumHops {
            edge = edge.flatMap { targets[$0] ?? [] }.filter { found.insert($0).inserted }
        }
        found.remove(source)
        return found
    }

    /// The shortest chain of at most `maximumHops` pairs. A direct pair wins over any chain; among equals, earlier
    /// sources and targets win.
    func route(from sources: [String], to destinations: [String], maximumHops: Int) -> Route? {
        for destination in destinations {
            for source in sources where contains(source, destination) { return Route([source, destination]) }
        }
        guard maximumHops > 1 else { return nil }
        let chains = sources.flatMap { source in
            destinations.compactMap { chain(from: source, to: $0, maximumHops: maximumHops) }
        }
        return chains.min { $0.codes.count < $1.codes.count }
    }

    /// Searches breadth first, so that the first chain found is a shortest one.
    private func chain(from source: String, to destination: String, maximumHops: Int) -> Route? {
        var seen: Set = [source]
        var chains = [[source]]
        for _ in 0..<maximumHops {
            var longer: [[String]] = []
            for chain in chains {
                for next in targets[chain[chain.count - 1]] ?? [] where seen.insert(next).inserted {
                    if next == destination { return Route(chain + [next]) }
                    longer.append(chain + [next])
                }
            }
            chains = longer
        }
        return nil
    }
}

/// How an engine translates between two languages: at least two of its codes, the source first.
struct Route: Sendable, Hashable {
    let codes: [String]

    init(_ codes: [String]) {
        precondition(codes.count >= 2, "a route has a source and a target")
        self.codes = codes
    }

    var source: String { codes[0] }
    var target: String { codes[codes.count - 1] }
    var pivots: ArraySlice<String> { codes[1..<(codes.count - 1)] }
}
