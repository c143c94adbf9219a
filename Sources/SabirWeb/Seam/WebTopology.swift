/// How a room is carried, as staff see it: a tree of nodes. What is nil is not known.
package struct WebTopology: Sendable, Hashable {
    package struct Node: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            /// The room's host, which numbers its lines.
            case host
            /// The stream that several nodes share, which does.
            case stream
            /// One of those nodes.
            case node
            case relay
        }

        /// Of no meaning; unlike those of the others.
        package let id: String
        package let kind: Kind
        /// What it is called; nil where that is not known.
        package let name: String?
        /// The id of the node that it follows; nil for the first.
        package let parent: String?
        /// It is the node whose page this is.
        package let isSelf: Bool
        /// Who sits at this very node; at the stream those at other nodes.
        package var people: Int
        /// False: the way to what it follows is lost.
        package var up: Bool?
        /// Since when, in milliseconds since 1970.
        package var since: Int?
        /// It is there, and carries nothing: another carries the room to its side.
        package var standsBy = false
        /// Messages that it has not passed on yet.
        package var behind: Int?
        /// Messages of its side that wait for their number.
        package var held: Int?

        package init(
            id: String, kind: Kind, name: String?, parent: String? = nil, isSelf: Bool = false, people: Int = 0
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.parent = parent
            self.isSelf = isSelf
            self.people = people
        }
    }

    /// Each behind the one that it follows; never empty.
    package let nodes: [Node]

    package init(nodes: [Node]) { self.nodes = nodes }
}
