/// Which half of a shared tablet is meant: two people, each a member of their own.
enum Face: String, Sendable, Hashable, Codable {
    case a, b
}
