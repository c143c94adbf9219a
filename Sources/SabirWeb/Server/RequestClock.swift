import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose request does not arrive completely in time, however steadily it drips. The time starts
/// with the first byte: of a TLS handshake, a head or a body.
///
/// Comes first in the pipeline, where bytes are seen before they are a request; `RequestMarks` behind the decoder
/// reports requests and answers to it.
final class RequestClock: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData

    private let time: TimeAmount
    private var deadline: Scheduled<Void>?
    /// Whether bytes arrived since the last complete request.
    private var isReading = false
    private var requests = 0
    /// The number of answers; one more than `requests` after an answer that came before its request was complete.
    private var answers = 0

    init(_ time: TimeAmount) { self.time = time }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        context.fireChannelRead(data)
    }

    /// Starts the timer only after the read, as most requests are complete in one read.
    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        guard isReading, answers >= requests, deadline == nil else { return }
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event as? RequestMarks.Mark {
        case .whole:
            requests += 1
            isReading = false
            cancel()
        case .answered: answers += 1
        case nil: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    private func cancel() {
        deadline?.cancel()
        deadline = nil
    }
}

/// Tells the connection's `RequestClock` where requests and answers end.
final class RequestMarks: ChannelDuplexHandler, RemovableChannelHandler {
    enum Mark: Sendable { case whole, answered }

    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { context.triggerUserOutboundEvent(Mark.whole, promise: nil) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { context.triggerUserOutboundEvent(Mark.answered, promise: nil) }
        context.write(data, promise: promise)
    }
}
