import Logging
import SabirClient
import SabirConfiguration
import SabirDiscovery
import SabirSecurity
import SabirProtocol

extension JoinTarget {
    /// The route to this target; `finder` searches for a room by name.
    ///
    /// - Parameter pins: the person's pins: among several rooms of one name, the rooms known by it are preferred.
    /// - Parameter passedOver: told about the others, once, if there are any.
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
