/// A side of a shared tablet; the person at each side is a member of their own.
enum TabletSide: String, Sendable, Hashable, Codable {
    case a, b
}
