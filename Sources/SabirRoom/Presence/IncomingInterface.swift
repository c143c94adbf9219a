import Glibc
import NIOCore

/// The network interface of this machine by which a connection came in.
///
/// The kernel is asked for the interface, as the local address does not tell: Linux takes packets for any of its
/// addresses on any interface (the weak end system model, RFC 1122 §3.3.4.2), so that a neighbour at one interface
/// reaches the address of another. The kernel remembers on which interface an accepted TCP connection began, and shows
/// it as IPV6_MULTICAST_IF, or in IP_PKTOPTIONS of an IPv4 socket.
package struct IncomingInterface: Sendable, Hashable {
    /// The kernel's number of the interface; nil where the kernel does not say.
    let index: UInt32?

    init(index: UInt32?) { self.index = index }

    /// The interface at which the channel's connection arrived. Call it on the channel's event loop.
    package init(of channel: any Channel) {
        let index = channel.localAddress?.protocol == .inet ? Self.index4(channel) : Self.index6(channel)
        self.init(index: index.flatMap { $0 > 0 ? UInt32($0) : nil })
    }

    /// Whether the interface is loopback or one of `interfaces`; true where that list is empty. An interface that the
    /// kernel does not tell is in no list.
    package func leads(to interfaces: [String]) -> Bool {
        guard !interfaces.isEmpty else { return true }
        guard let index else { return false }
        return (interfaces + [Self.loopback]).contains { if_nametoindex($0) == index }
    }

    /// The fixed name of loopback (drivers/net/loopback.c).
    private static let loopback = "lo"

    private static func index6(_ channel: any Channel) -> Int32? {
        let option = ChannelOptions.Types.SocketOption(
            level: .ipv6, name: NIOBSDSocket.Option(rawValue: IPV6_MULTICAST_IF))
        return (try? channel.syncOptions?.getOption(option)).map(Int32.init)
    }

    /// One control message (cmsg(3)) with an `in_pktinfo` (ip(7)), which the kernel adds where IP_PKTINFO is set.
    private struct PacketInformation {
        var length = 0
        var level: Int32 = 0
        var type: Int32 = 0
        var interface: Int32 = 0
        var rest: (UInt32, UInt32, UInt32) = (0, 0, 0)
    }

    private static func index4(_ channel: any Channel) -> Int32? {
        let wanted = ChannelOptions.Types.SocketOption(level: .ip, name: NIOBSDSocket.Option(rawValue: IP_PKTINFO))
        guard let provider = channel as? any SocketOptionProvider,
            (try? channel.syncOptions?.setOption(wanted, value: 1)) != nil
        else { return nil }
        let told: EventLoopFuture<PacketInformation> = provider.unsafeGetSocketOption(
            level: .ip, name: NIOBSDSocket.Option(rawValue: IP_PKTOPTIONS))
        var index: Int32?
        // On the channel's own loop the future is completed already.
        told.assumeIsolated().whenSuccess { information in
            if information.type == IP_PKTINFO { index = information.interface }
        }
        return index
    }
}
