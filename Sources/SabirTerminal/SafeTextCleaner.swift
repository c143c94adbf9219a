/// One pass of `SafeText` over a text. Whether a joiner or mark stays depends on what was kept before it.
struct SafeTextCleaner {
    let isName: Bool
    private var kept = String.UnicodeScalarView()
    private var stackedMarks = 0
    private var hasBase = false

    init(isName: Bool) {
        self.isName = isName
    }

    mutating func clean(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            if let flagEnd = Self.endOfTagFlag(scalars, from: index) {
                for scalar in scalars[index..<flagEnd] { keep(scalar) }
                index = flagEnd
                continue
            }
            let isBreakOfTwo = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
            if !isBreakOfTwo { process(scalars[index]) }
            index += 1
        }
        while let last = kept.last, Self.isJoiner(last) { kept.removeLast() }
        return String(kept)
    }

    private mutating func process(_ scalar: Unicode.Scalar) {
        switch SafeTextKind(scalar) {
        case .visible: keep(scalar)
        case .lineBreak: keepLineBreak()
        case .tab: keep(" ")
        case .control(let picture): keep(picture)
        case .unknown: keep("\u{FFFD}")
        case .mark: keepMark(scalar)
        case .joiner: if hasBase, let last = kept.last, !Self.isJoiner(last) { kept.append(scalar) }
        case .directionMark: if !isName { kept.append(scalar) }
        case .invisible: break
        }
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
        kept.append(scalar)
        stackedMarks = 0
        hasBase = !scalar.properties.isWhitespace
    }

    private mutating func keepLineBreak() {
        guard !isName else { return keep(" ") }
        if let last = kept.last, last != " " { keep(" ") }
        keep("⏎")
        keep(" ")
    }

    private mutating func keepMark(_ scalar: Unicode.Scalar) {
        guard stackedMarks < SafeText.marksPerBase else { return }
        if !hasBase { keep("\u{25CC}") }
        kept.append(scalar)
        stackedMarks += 1
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }

    /// The end of an emoji tag sequence (UTS #51 ED-14a: a flag of a region) that begins at `start`: a black flag, one
    /// to six tag letters or digits, and the cancel tag.
    private static func endOfTagFlag(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        guard scalars[start].value == 0x1F3F4 else { return nil }
        var end = start + 1
        while end < scalars.count, end - start <= 6, isTagLetter(scalars[end]) { end += 1 }
        guard end > start + 1, end < scalars.count, scalars[end].value == 0xE007F else { return nil }
        return end + 1
    }

    private static func isTagLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0xE0030...0xE0039).contains(scalar.value) || (0xE0061...0xE007A).contains(scalar.value)
    }
}
