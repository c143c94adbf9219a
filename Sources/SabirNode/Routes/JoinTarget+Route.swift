import Logging
import SabirClient
import SabirConfiguration
import SabirDiscovery
import SabirSecurity
import SabirProtocol

extension JoinTarget {
    /// How to get there; a room by its name is looked for by `finder`.
    ///
    /// - Parameter pins: of the person who asks: of several rooms of one name those are preferred which they know by it.
    /// - Parameter passedOver: told of the others, once, where there are others.
    package func route(
        by finder: RoomFinder? = nil, pins: Pins = Pins(),
        passedOver: @escaping @Sendable ([DiscoveredRoom]) -> Void = { _ in }, logger: Logger
    ) -> any RoomRoute {
        switch self {
        case .room(let query):
            DiscoveredRoute(
                query, by: finder, known: pins.known(as: query), passedOver: passedOver, logger: logger)
        case .address(let address, let room): FixedRoute(Destination(address, room: room))
        case .invite(let invite):
            FixedRoute(Destination(NodeAddress(host: invite.host, port: invite.port), room: invite.room))
        }
    }
}
