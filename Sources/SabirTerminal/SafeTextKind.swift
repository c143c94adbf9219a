/// What one scalar may do to a terminal, which decides what `SafeText` makes of it.
enum SafeTextKind: Equatable {
    case visible
    case lineBreak
    case tab
    /// A control character, with what is shown in its place.
    case control(Unicode.Scalar)
    /// Private use, unassigned or noncharacter: its looks and width are unknown here.
    case unknown
    /// A mark that is drawn over its base and stacks.
    case mark
    case joiner
    case directionMark
    case invisible

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20..<0x7F: self = .visible
        case 0x09: self = .tab
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: self = .lineBreak
        // Its control picture.
        case 0x00..<0x20: self = .control(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
        case 0x7F: self = .control("\u{2421}")
        case 0x80..<0xA0: self = .control("\u{FFFD}")
        case 0x200C, 0x200D: self = .joiner
        case 0x200E, 0x200F, 0x061C: self = .directionMark
        // Initial and medial fillers of Hangul, without which an old syllable falls apart.
        case 0x115F, 0x1160: self = .visible
        default: self.init(byCategoryOf: scalar)
        }
    }

    private init(byCategoryOf scalar: Unicode.Scalar) {
        let properties = scalar.properties
        if properties.isVariationSelector {
            self = .mark
        } else if properties.isDefaultIgnorableCodePoint {
            self = .invisible
        } else {
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark: self = .mark
            case .format: self = SafeText.isVisibleFormat(scalar) ? .visible : .invisible
            case .privateUse, .unassigned, .surrogate, .control: self = .unknown
            default: self = .visible
            }
        }
    }
}
