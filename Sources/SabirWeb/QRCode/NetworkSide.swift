/// Which of this machine's networks a room is for: the address of the page that people there are shown has to be one of
/// this machine on that network.
package struct NetworkSide: Sendable, Hashable {
    /// Names of the interfaces over which alone the room is entered, or announced; empty for all.
    package var only: [String]
    /// An address of this machine on a network where people need none of this: a relay's on that of the room's host.
    package var besides: String?

    package init(only: [String] = [], besides: String? = nil) {
        self.only = only
        self.besides = besides
    }

    func holds(_ interface: OwnInterface) -> Bool { only.isEmpty || only.contains(interface.name) }
}
