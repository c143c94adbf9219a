/// Signs that a reader takes for a badge of staff; in a name such a sign would be a badge that nobody gave.
enum StaffSign {
    private static let signs: Set<Unicode.Scalar> = [
        // The marks of the page and of terminals for staff and confirmed lines: shields, ticks, and a root sign that
        // looks like one.
        "\u{1F6E1}", "\u{26E8}",
        "\u{2713}", "\u{2714}", "\u{2705}", "\u{2611}", "\u{1F5F8}", "\u{1F5F9}", "\u{221A}",
        // Signs of health: staffs with snakes, hospital, helmet with a cross, stethoscope. Emoji of health workers
        // contain one.
        "\u{2695}", "\u{2624}", "\u{269A}", "\u{1F3E5}", "\u{26D1}", "\u{1FA7A}",
        // Badges: with a name, with a picture.
        "\u{1F4DB}", "\u{1FAAA}",
    ]

    static func isIn(_ name: String) -> Bool { name.unicodeScalars.contains { !$0.isASCII && signs.contains($0) } }
}
