import Logging
import SabirProtocol
import Synchronization
import SabirMetrics

/// What the page's routes share: settled at the start, the changing parts each with an owner of its own.
struct WebParts: Sendable {
    let settings: WebSettings
    let services: any WebNodeServices
    let logger: Logger
    let staticFiles: StaticFiles
    let outlooks: LanguageAvailabilityService
    let visitors = Visitors()
    let feeds: Feeds
    let staff: StaffAuthentication
    let readings = ReadingsNoted()
    let proxies: TrustedProxies
    let admissions = Admissions()
    let help = OpenCallWatch()
    let talks = PrivateTalks()
    let meter: RequestMeter
    let counter: ConnectionCounter
    let port: BoundPort
    /// That of the listener with the node's own certificate; 0 where there is none.
    let ownPort = BoundPort(0)
    let metrics: SabirMetrics?
    let measured: WebStatistics.Measured?
    /// Nil where phones' questions about the network are left alone.
    let portal: CaptivePortalService?

    init(
        settings: WebSettings, services: any WebNodeServices, metrics: SabirMetrics?, measured: WebStatistics.Measured?,
        logger: Logger
    ) throws(WebError) {
        self.metrics = metrics
        self.measured = measured
        self.settings = settings
        self.services = services
        self.logger = logger
        staticFiles = try StaticFiles(reading: settings.resources)
        outlooks = LanguageAvailabilityService(
            services: services,
            offered: OfferedLanguages(settings.languages, also: settings.languageNames, own: settings.ownNames))
        staff = StaffAuthentication(pin: settings.staffPin, secret: settings.secret, book: services.staffBook)
        proxies = TrustedProxies(settings.trustedProxies)
        meter = RequestMeter(settings.limits.costlyRequests)
        counter = ConnectionCounter(
            maximum: settings.limits.connections, perAddress: settings.limits.connectionsPerAddress,
            trusting: proxies,
            refused: { metrics?.refusals("web_connections").increment() })
        let port = BoundPort(settings.port)
        self.port = port
        portal = settings.captive.map { [base = settings.publicBase] mode in
            CaptivePortalService(mode) { base(port.value) + "/" }
        }
        let (visitors, outlooks, talks) = (visitors, outlooks, talks)
        feeds = Feeds(
            RoomFeed.Dependencies(
                services: services, outlooks: outlooks, talks: talks, base: { settings.base(port.value, $0) },
                limits: .init(settings.limits.feed), logger: logger,
                dropped: { metrics?.visitorsDropped($0).increment(by: $1) },
                removed: { room, members in await visitors.removed(members, from: room) },
                ended: { room in await visitors.ended(room: room) }))
    }

    /// The listener that is open to everybody.
    var entrance: WebEntrance { settings.certificate == nil ? .plain : .certified }
    var publicBase: String { settings.publicBase(port.value) }

    /// Where people on the room's side find the page.
    func base(of facts: WebRoomFacts) -> String { settings.base(port.value, facts.side) }

    var ownBase: String { KnownHosts.base(publicBase, securelyOn: ownPort.value) }

    /// Whether a login of staff is taken, and counts, over this connection.
    func mayBeStaff(_ context: WebContext) -> Bool {
        context.isSecure || context.isLoopback || settings.staffOverHTTP
    }

    /// Where staff and passwords are taken, for somebody whose connection takes neither; nil where there is no such
    /// listener.
    func secureDoor(besides context: WebContext) -> SecureDoorJSON? {
        guard !context.isSecure, let own = settings.own, ownPort.value > 0 else { return nil }
        return SecureDoorJSON(port: ownPort.value, fingerprint: own.fingerprint)
    }

    /// Hummingbird's own news is of interest only where something is wrong.
    var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(quiet.logLevel, .warning)
        return quiet
    }

    func statistics() async -> WebStatistics {
        var statistics = WebStatistics()
        statistics.visitors = await visitors.count
        for feed in await feeds.all() {
            statistics.streams += await feed.streamCount
            statistics.waiting += await feed.waitingCount
            statistics.unwritten += await feed.unwrittenCount
        }
        return statistics
    }
}

/// The port that was bound, known only once the page listens.
final class BoundPort: Sendable {
    private let port: Atomic<Int>

    init(_ port: Int) { self.port = Atomic(port) }

    var value: Int { port.load(ordering: .relaxed) }
    func set(_ port: Int) { self.port.store(port, ordering: .relaxed) }
}

extension FeedState.Limits {
    init(_ limits: WebLimits.FeedLimits) {
        self.init(
            kept: limits.kept, repeated: limits.repeated, atOnce: limits.translationsAtOnce, retryAge: limits.retryAge)
    }
}
