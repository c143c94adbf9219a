/// Which half of a shared tablet is meant: two people, each a member of their own.
enum TabletSide: String, Sendable, Hashable, Codable {
    case a, b
}
