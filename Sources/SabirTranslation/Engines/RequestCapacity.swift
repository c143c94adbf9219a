/// The limits of one request to an engine.
struct RequestCapacity: Sendable, Equatable {
    /// Separate texts: 1 if the engine takes no batch.
    var pieces = 1
    /// Unicode scalars of all texts together.
    var characters = 50_000
    /// Bytes of UTF-8 of all texts together.
    var bytes = 1 << 18

    func limited(toCharacters limit: Int) -> RequestCapacity {
        RequestCapacity(pieces: pieces, characters: min(characters, limit), bytes: bytes)
    }

    /// Cuts the text into pieces that fit; nil if a single character exceeds the limits. Cuts by scalars; for limits in
    /// bytes, shortens the pieces until all fit, finally to a quarter of the limit.
    func layout(of text: String) -> TextLayout? {
        for width in 1...4 {
            let layout = TextLayout(text, limit: min(characters, bytes / width))
            if layout.pieces.allSatisfy({ $0.utf8.count <= bytes }) { return layout }
        }
        return nil
    }

    func holds(_ load: RequestLoad) -> Bool {
        load.pieces <= pieces && load.characters <= characters && load.bytes <= bytes
    }

    /// Groups neighbouring texts, as many as one request takes.
    func batches(of texts: [String]) -> [[String]] {
        var batches: [[String]] = []
        var load = RequestLoad([])
        for text in texts {
            let more = RequestLoad([text])
            if batches.isEmpty || !holds(load + more) {
                batches.append([text])
                load = more
            } else {
                batches[batches.count - 1].append(text)
                load = load + more
            }
        }
        return batches
    }
}

/// The size of texts, to be compared with a `RequestCapacity`.
struct RequestLoad: Sendable, Equatable {
    var pieces: Int
    var characters: Int
    var bytes: Int
}

extension RequestLoad {
    init(_ texts: [String]) {
        self.init(
            pieces: texts.count, characters: texts.reduce(0) { $0 + $1.unicodeScalars.count },
            bytes: texts.reduce(0) { $0 + $1.utf8.count })
    }

    static func + (left: RequestLoad, right: RequestLoad) -> RequestLoad {
        RequestLoad(
            pieces: left.pieces + right.pieces, characters: left.characters + right.characters,
            bytes: left.bytes + right.bytes)
    }
}
