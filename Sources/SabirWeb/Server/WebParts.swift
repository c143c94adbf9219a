import Logging
import SabirFeed
import SabirProtocol
import SabirRoom
import Synchronization

/// What the page's routes share: constant settings, and actors for everything that changes.
struct WebParts: Sendable {
    let settings: WebSettings
    let services: any WebNodeServices
    let logger: Logger
    let staticFiles: StaticFiles
    let availability: LanguageAvailabilityService
    let visitors: Visitors
    let feeds: PageFeeds
    let staff: StaffAuthentication
    let readings = ReadingsNoted()
    let proxies: TrustedProxies
    let admissions = Admissions()
    let help = OpenCallWatch()
    let talks = PrivateTalks()
    let answers = StaffAnswers()
    let meter: RequestMeter
    let counter: ConnectionCounter
    let port: BoundPort
    /// The port of the listener with the node's own certificate; 0 if there is none.
    let ownPort = BoundPort(0)
    let metrics: SabirMetrics?
    /// Answers connectivity checks of phones; nil if the node ignores them.
    let portal: CaptivePortalService?
    /// The setup; nil if settings are only made elsewhere.
    let setup: (any WebSetup)?
    let access = SetupAccess()
    /// The review; nil if there is nothing to review.
    let review: (any WebReview)?
    let reviewers = ReviewAccess()
    let phoneChecks = PhoneChecks()

    init(
        settings: WebSettings, services: any WebNodeServices, metrics: SabirMetrics?, setup: (any WebSetup)? = nil,
        review: (any WebReview)? = nil, logger: Logger
    ) throws(WebError) {
        self.setup = setup
        self.review = review
        self.metrics = metrics
        self.settings = settings
        self.services = services
        visitors = Visitors { await services.rooms() }
        self.logger = logger
        staticFiles = try StaticFiles(reading: settings.resources)
        availability = LanguageAvailabilityService(services: services, offered: settings.languages)
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
        feeds = PageFeeds(
            feeds: Feeds(
                RoomFeed.Dependencies(services: services, availability: availability, limits: settings.limits.feed)),
            dependencies: PageFeed.Dependencies(
                services: services, availability: availability, talks: talks, answers: answers, visitors: visitors,
                help: help,
                base: { settings.base(port.value, $0) }, logger: logger, metrics: metrics))
    }

    /// The kind of the main listener.
    var entrance: WebEntrance { settings.certificate == nil ? .plain : .certified }
    var publicBase: String { settings.publicBase(port.value) }

    /// The room as visitors see it, with the page's address for people on the room's side of this machine.
    func json(of facts: RoomFacts, notice: NoticeJSON? = nil, forInside isInside: Bool = false) -> RoomJSON {
        RoomJSON(facts, base: settings.base(port.value, facts.side), notice: notice, forInside: isInside)
    }

    var ownBase: String { KnownHosts.base(publicBase, securelyOn: ownPort.value) }

    /// The address at which another device sets up the place; nil if that would be over plain HTTP.
    var setupAddress: String? { secureAddress("/setup") }

    /// The HTTPS address of a page for another device; nil if there is no HTTPS.
    func secureAddress(_ path: String) -> String? {
        if settings.certificate != nil { return publicBase + path }
        return ownPort.value > 0 ? ownBase + path : nil
    }

    /// Shows the operator of this computer a setup code, while the place is not set up.
    func announceSetupCode() async {
        guard let setup, setup.isAwaited else { return }
        await setup.tell(code: await access.code, at: setupAddress ?? "http://127.0.0.1:\(port.value)/setup")
    }

    /// Whether staff logins are accepted over this connection.
    func mayBeStaff(_ context: WebContext) -> Bool {
        context.isSecure || context.isLoopback || settings.staffOverHTTP
    }

    /// The HTTPS listener for a visitor whose connection accepts neither PIN nor password; nil if there is none.
    func secureDoor(besides context: WebContext) -> SecureDoorJSON? {
        guard !context.isSecure, let own = settings.own, ownPort.value > 0 else { return nil }
        return SecureDoorJSON(port: ownPort.value, fingerprint: own.fingerprint)
    }

    /// Sets those of the page's metrics that are measured only on request.
    func measure(_ metrics: SabirMetrics) async {
        var (unwritten, untranslated) = (0, 0)
        for page in await feeds.all() { unwritten += await page.unwrittenCount }
        for feed in await feeds.feeds.all() { untranslated += await feed.waitingCount }
        metrics[.visitors].set(await visitors.count)
        metrics.queueDepth(.pages).set(unwritten)
        metrics.queueDepth(.translation).set(untranslated)
    }
}

/// A listener's port, known only once it listens.
final class BoundPort: Sendable {
    private let port: Atomic<Int>

    init(_ port: Int) { self.port = Atomic(port) }

    var value: Int { port.load(ordering: .relaxed) }
    func set(_ port: Int) { self.port.store(port, ordering: .relaxed) }
}

extension WebParts {
    /// Ends the staff role of everybody whose login has ended.
    func sweepStaff() async { await visitors.sweepStaff { await staff.isRunning($0, now: .now) } }

    /// Like `sweepStaff`, and wakes desks so that logged-out ones notice at once.
    func endStaff() async {
        await sweepStaff()
        await help.beat()
    }
}
