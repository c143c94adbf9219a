import NIOCore

/// The last inbound handler of a client's channel: decodes bytes and hands lines to the hub. The hub writes directly to
/// the channel.
///
/// Confined to the channel's event loop, which is also the hub's executor.
final class IRCConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let hub: IRCHub
    private var decoder = LineDecoder()
    private var id: ConnectionID?

    init(hub: IRCHub) { self.hub = hub }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        id = hub.assumeIsolated { $0.admit(channel) }
        guard id == nil else { return }
        let words = ByteBuffer(string: "ERROR :Closing link: Too many connections; try again later.\r\n")
        context.writeAndFlush(wrapOutboundOut(words)).whenComplete { _ in channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let id else { return }
        let items = decoder.append(unwrapInboundIn(data).readableBytesView)
        if !items.isEmpty { hub.assumeIsolated { $0.accept(items, from: id) } }
    }

    /// Tells the hub that the client reads too slowly: more than `IRCSettings.queue` bytes wait for it.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !context.channel.isWritable, let id { hub.assumeIsolated { $0.disconnectSlowClient(id) } }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let id { hub.assumeIsolated { $0.removeClient(id) } }
        id = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
