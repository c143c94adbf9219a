import NIOCore

/// A connection whose other end reads and sends only when it is told to. What was flushed and not read is counted, as a
/// socket's is.
final class HandChannel: Channel, ChannelCore, @unchecked Sendable {
    // Unchecked: used on its event loop's one thread alone.

    private struct Written {
        var bytes: ByteBuffer
        var promise: EventLoopPromise<Void>?
    }

    let eventLoop: any EventLoop
    let closePromise: EventLoopPromise<Void>
    let remoteAddress: SocketAddress?
    let localAddress: SocketAddress? = nil
    let parent: (any Channel)? = nil
    let allocator = ByteBufferAllocator()
    private(set) var isOpen = true
    private(set) var isActive = false
    private(set) var isWritable = true
    private(set) var pendingBytes = 0
    private var isHalfClosed = false
    private var autoRead = true
    private var written = CircularBuffer<Written>()
    private var unflushed = CircularBuffer<Written>()
    private var unread = CircularBuffer<ByteBuffer>()
    private var waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 32 << 10, high: 64 << 10)
    private lazy var ownPipeline = ChannelPipeline(channel: self)

    init(on loop: any EventLoop, from address: SocketAddress?) {
        eventLoop = loop
        remoteAddress = address
        closePromise = loop.makePromise()
    }

    var pipeline: ChannelPipeline { ownPipeline }
    var closeFuture: EventLoopFuture<Void> { closePromise.futureResult }
    var _channelCore: any ChannelCore { self }

    // MARK: The other end

    func connect() {
        isActive = true
        pipeline.fireChannelRegistered()
        pipeline.fireChannelActive()
    }

    /// The other end sends.
    func send(_ bytes: ByteBuffer) {
        guard isOpen else { return }
        unread.append(bytes)
        read0IfWanted()
    }

    /// The other end reads, at most so many bytes.
    func take(atMost limit: Int = .max) -> ByteBuffer {
        var taken = ByteBuffer()
        while taken.readableBytes < limit, !written.isEmpty {
            let count = min(limit - taken.readableBytes, written[written.startIndex].bytes.readableBytes)
            if var slice = written[written.startIndex].bytes.readSlice(length: count) { taken.writeBuffer(&slice) }
            guard written[written.startIndex].bytes.readableBytes == 0 else { break }
            written.removeFirst().promise?.succeed()
        }
        if isOpen { pendingBytes -= taken.readableBytes }
        if !isWritable, pendingBytes < waterMark.low, isOpen {
            isWritable = true
            pipeline.fireChannelWritabilityChanged()
        }
        return taken
    }

    /// The other end is gone, with all that it has not read.
    func cut() {
        if isOpen { close0(error: ChannelError.eof, mode: .all, promise: nil) }
        written = []
    }

    private func read0IfWanted() {
        while autoRead, isOpen, let bytes = unread.popFirst() {
            pipeline.fireChannelRead(bytes)
            pipeline.fireChannelReadComplete()
        }
    }

    // MARK: This end

    func localAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func remoteAddress0() throws -> SocketAddress { throw ChannelError.operationUnsupported }
    func register0(promise: EventLoopPromise<Void>?) { promise?.succeed() }
    func registerAlreadyConfigured0(promise: EventLoopPromise<Void>?) { promise?.succeed() }
    func bind0(to: SocketAddress, promise: EventLoopPromise<Void>?) { promise?.fail(ChannelError.operationUnsupported) }
    func connect0(to: SocketAddress, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.operationUnsupported)
    }
    func triggerUserOutboundEvent0(_ event: Any, promise: EventLoopPromise<Void>?) { promise?.succeed() }
    func channelRead0(_ data: NIOAny) {}
    func errorCaught0(error: any Error) {}
    func read0() { read0IfWanted() }

    func write0(_ data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOpen, !isHalfClosed else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        let bytes = unwrapData(data, as: ByteBuffer.self)
        pendingBytes += bytes.readableBytes
        unflushed.append(Written(bytes: bytes, promise: promise))
        guard isWritable, pendingBytes > waterMark.high else { return }
        isWritable = false
        pipeline.fireChannelWritabilityChanged()
    }

    func flush0() {
        written.append(contentsOf: unflushed)
        unflushed.removeAll()
    }

    func close0(error: any Error, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isOpen else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        guard mode != .output else {
            isHalfClosed = true
            promise?.succeed()
            return
        }
        (isOpen, isActive) = (false, false)
        // What was flushed is the system's by now: the other end may read it still.
        for write in written + unflushed { write.promise?.fail(error) }
        for index in written.indices { written[index].promise = nil }
        (unflushed, pendingBytes) = ([], 0)
        promise?.succeed()
        pipeline.fireChannelInactive()
        pipeline.fireChannelUnregistered()
        eventLoop.execute { self.closePromise.succeed() }
    }

    // MARK: Options

    func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) -> EventLoopFuture<Void> {
        switch (option, value) {
        case (is ChannelOptions.Types.AutoReadOption, let wanted as Bool):
            autoRead = wanted
            read0IfWanted()
        case (is ChannelOptions.Types.WriteBufferWaterMarkOption, let mark as ChannelOptions.Types.WriteBufferWaterMark):
            waterMark = mark
        default: return eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return eventLoop.makeSucceededVoidFuture()
    }

    func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
        eventLoop.makeCompletedFuture { try Options(channel: self).getOption(option) }
    }

    var syncOptions: (any NIOSynchronousChannelOptions)? { Options(channel: self) }

    private struct Options: NIOSynchronousChannelOptions {
        let channel: HandChannel

        func setOption<Option: ChannelOption>(_ option: Option, value: Option.Value) throws {
            _ = channel.setOption(option, value: value)
        }

        func getOption<Option: ChannelOption>(_ option: Option) throws -> Option.Value {
            let value: Any? =
                switch option {
                case is ChannelOptions.Types.BufferedWritableBytesOption: channel.pendingBytes
                case is ChannelOptions.Types.AutoReadOption: channel.autoRead
                case is ChannelOptions.Types.WriteBufferWaterMarkOption: channel.waterMark
                default: nil
                }
            guard let value = value as? Option.Value else { throw ChannelError.operationUnsupported }
            return value
        }
    }
}
