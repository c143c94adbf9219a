/// Signs that a reader takes for a badge: in a name they would be one that nobody gave.
enum StaffSign {
    private static let signs: Set<Unicode.Scalar> = [
        // By which the page and terminals mark staff, and what was confirmed: shields; ticks, and a root that looks so.
        "\u{1F6E1}", "\u{26E8}",
        "\u{2713}", "\u{2714}", "\u{2705}", "\u{2611}", "\u{1F5F8}", "\u{1F5F9}", "\u{221A}",
        // Of health: staffs with snakes, hospital, helmet with a cross, stethoscope. Emoji of health workers have one.
        "\u{2695}", "\u{2624}", "\u{269A}", "\u{1F3E5}", "\u{26D1}", "\u{1FA7A}",
        // Badges as such: with a name, with a picture.
        "\u{1F4DB}", "\u{1FAAA}",
    ]

    static func isIn(_ name: String) -> Bool { name.unicodeScalars.contains { !$0.isASCII && signs.contains($0) } }
}
