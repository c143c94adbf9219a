import Crypto
import Foundation
import SabirProtocol

/// The owner of the staff's logins.
actor StaffAuthentication {
    enum Answer: Sendable, Hashable {
        /// `known` is what the device shows from now on when it logs in.
        case welcome(token: String, known: String, StaffLogin)
        case wrong
        case wait(seconds: Int)
        /// No PIN is taken that all of staff share.
        case noPin
        case fault(WebStaffFault)
    }

    private var pin: String?
    private let secret: [UInt8]
    private let book: (any WebStaffBook)?
    private var guardian = PinGuard()
    /// Whether addresses that an earlier run knew have been asked for.
    private var isRestored = false
    /// Of persons, as the list had them when it was last readable, by the form in which names are compared.
    private var stamps: [String: String?]?
    private var sessions = StaffSessions()
    /// Persons of staff as they stand, and which look at the list told of them.
    private var people: [WebStaffPerson] = []
    private var look = 0
    private var isFollowing = false

    /// - Parameters:
    ///   - pin: one for all of staff; nil where each needs their own.
    ///   - secret: of the node, by which devices are known again after a restart; nil where it has none to keep: then
    ///     they are known in this run.
    ///   - book: of persons; nil where there are none.
    init(pin: String?, secret: [UInt8]? = nil, book: (any WebStaffBook)? = nil) {
        self.pin = pin
        self.secret = secret ?? (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        self.book = book
    }

    /// Whether there is a PIN that all of staff share.
    var isShared: Bool { pin != nil }

    /// The PIN that all of staff share from now on; nil where each needs their own. Whoever is logged in by another is
    /// logged out, and no device is known by it any more.
    func setSharedPIN(_ new: String?) {
        guard new != pin else { return }
        pin = new
        guardian.forgetGuesses(at: nil)
        sessions.endShared()
    }

    /// Whether anybody can log in by a name and a PIN of their own.
    var knowsPersons: Bool { people.contains { $0.stamp != nil } }

    /// - Parameters:
    ///   - name: of a person; nil for the PIN that all of staff share.
    ///   - known: what the device shows of an earlier login; nil where it shows nothing.
    ///   - isHere: whether it is the node's own computer.
    ///   - seconds: since 1970.
    func login(
        _ given: String, as name: String? = nil, from bearer: StaffSessions.Bearer, known: String? = nil,
        isHere: Bool = false, now: ContinuousClock.Instant, at seconds: Int = Int(Date.now.timeIntervalSince1970)
    ) async -> Answer {
        let place = PinGuard.Asker(address: bearer.address, isHere: isHere, person: name.map(Self.key))
        if let login = await login(byCode: given) {
            book?.record("staff-code-used", of: login.name, by: "page \(bearer.address)")
            return welcome(login, place, bearer, known, now, seconds)
        }
        guard name != nil || pin != nil else { return .noPin }
        // What a device is known by ends with the PIN: it is judged by the list as it stands.
        if name != nil { do { try await readBook() } catch { return .fault(error) } }
        let person = place.person.flatMap { key in people.first { Self.key($0.name) == key } }
        var asker = place
        asker.knownDevice = devices(of: name == nil ? .house : person.map { .person($0) })?.id(of: known, at: seconds)
        let wait = guardian.wait(for: asker, now: now)
        guard wait == .zero else { return .wait(seconds: Int((wait / .seconds(1)).rounded(.up))) }
        // Counted as wrong until it is known to be right, so that many at once are not let through.
        let counted = guardian.recordWrong(from: asker, now: now)
        do throws(WebStaffFault) {
            guard let login = try await login(given, name) else {
                // A name that nobody has may be anything: a PIN in the wrong field, too.
                book?.record("pin-wrong", of: person?.name, by: "page \(bearer.address)")
                return .wrong
            }
            guardian.forgive(counted, now: now)
            return welcome(login, asker, bearer, known, now, seconds)
        } catch {
            guardian.forgive(counted, now: now)
            return .fault(error)
        }
    }

    private func welcome(
        _ login: StaffLogin, _ asker: PinGuard.Asker, _ bearer: StaffSessions.Bearer, _ known: String?,
        _ now: ContinuousClock.Instant, _ seconds: Int
    ) -> Answer {
        var asker = asker
        asker.person = login.name.map(Self.key)
        guardian.recordRight(from: asker, now: now)
        keepKnown(now, seconds)
        let token = sessions.begin(for: bearer, by: login.stamp, now: now)
        return .welcome(token: token, known: devices(of: login)?.renewed(known, at: seconds) ?? known ?? "", login)
    }

    /// By what devices are known for this login; nil where it is nobody's.
    private func devices(of login: StaffLogin?) -> KnownDevices? {
        switch login {
        case .house: pin.map { KnownDevices(secret: secret, pin: $0) }
        case .person(let person): person.stamp.map { KnownDevices(secret: secret, stamp: $0) }
        case nil: nil
        }
    }

    /// As names are compared. One of more bytes is nobody's, and is not remembered whole.
    private static func key(_ name: String) -> String {
        String(decoding: WireText.cleanName(name).lowercased().utf8.prefix(400), as: UTF8.self)
    }

    /// A code has so many digits that nobody guesses it while it holds: no wait keeps whoever has one out.
    private func login(byCode given: String) async -> StaffLogin? {
        switch await book?.use(code: given) {
        case .house: return pin == nil ? nil : .house
        case .person(let name):
            try? await readBook()
            return people.first { Self.key($0.name) == Self.key(name) && $0.stamp != nil }.map { .person($0) }
        case nil: return nil
        }
    }

    /// What staff should know: that many wrong PINs were tried.
    func notices(now: ContinuousClock.Instant) -> [WebStaffNotice] {
        guard guardian.isWorthTelling(now: now) else { return [] }
        return [
            WebStaffNotice(
                code: "pin-guessed",
                text: "\(PinGuard.worthTelling) wrong PINs or more were tried lately: audit.jsonl says when, for whom "
                    + "and from which addresses (pin-wrong). Whoever is kept waiting by that gets in by a code: "
                    + "sabir staff code.")
        ]
    }

    private func login(_ given: String, _ name: String?) async throws(WebStaffFault) -> StaffLogin? {
        guard let name else { return pin.map { Self.isSame(given, $0) } == true ? .house : nil }
        guard let person = try await book?.person(named: name, withPIN: given) else { return nil }
        // Judging takes a while: they may have been taken off the list meanwhile.
        try await readBook()
        return people.contains(person) ? .person(person) : nil
    }

    /// By what this is staff; nil where the login is somebody else's, has ended or has run out.
    func login(
        by token: String, from bearer: StaffSessions.Bearer, now: ContinuousClock.Instant
    ) -> StaffLogin? {
        guard sessions.isValid(token, from: bearer, now: now) else { return nil }
        guard let stamp = sessions.stamp(of: token) else { return .house }
        return people.first { $0.stamp == stamp }.map { .person($0) }
    }

    func isStaff(_ token: String?, from bearer: StaffSessions.Bearer, now: ContinuousClock.Instant) -> Bool {
        token.map { login(by: $0, from: bearer, now: now) != nil } ?? false
    }

    /// Whether this login has neither ended nor run out.
    func isRunning(_ token: String, now: ContinuousClock.Instant) -> Bool { sessions.isRunning(token, now: now) }

    func logout(_ token: String) { sessions.end(token) }

    /// In a time that does not depend on where they differ: digests are compared, which have one length.
    private static func isSame(_ given: String, _ pin: String) -> Bool {
        let digests = zip(SHA256.hash(data: Data(given.utf8)), SHA256.hash(data: Data(pin.utf8)))
        return digests.reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    // MARK: Persons

    /// Persons as the list has them now, and how many devices are logged in by the PIN of each (by stamp, and by the
    /// shared one as nil). Whoever is on it no longer, or has another PIN, is logged out.
    func persons(now: ContinuousClock.Instant) async throws(WebStaffFault) -> ([WebStaffPerson], [String?: Int]) {
        try await readBook()
        return (people, sessions.counts(now: now))
    }

    private func readBook() async throws(WebStaffFault) {
        guard let book else { return }
        do throws(WebStaffFault) {
            let list = try await book.list()
            guard list.look >= look else { return }
            (look, people) = (list.look, list.people)
            followStamps()
        } catch {
            // A list that cannot be read makes nobody staff.
            people = []
            sessions.keepOnly([])
            throw error
        }
        sessions.keepOnly(Set(people.compactMap(\.stamp)))
    }

    /// What guesses were counted for, and known by, ends with a PIN and with a person.
    private func followStamps() {
        let now = Dictionary(people.map { (Self.key($0.name), $0.stamp) }, uniquingKeysWith: { first, _ in first })
        guard now != stamps else { return }
        for (person, stamp) in stamps ?? [:] where now[person] != .some(stamp) { guardian.forgetGuesses(at: person) }
        guardian.keepOnly(Set(now.keys))
        stamps = now
    }

    /// Not before what an earlier run kept has been read, which this replaces.
    private func keepKnown(_ now: ContinuousClock.Instant, _ seconds: Int) {
        guard isRestored else { return }
        let known = guardian.known.map { place, last in
            WebKnownAddress(
                address: place.address, person: place.person,
                seconds: seconds - Int(last.duration(to: now).components.seconds))
        }
        book?.keep(known.filter { $0.seconds > seconds - KnownDevices.lifetime })
    }

    /// Addresses that an earlier run knew, as long as devices are. Once.
    func restore(now: ContinuousClock.Instant, at seconds: Int) async {
        guard !isRestored, let book else { return }
        let known = await book.knownAddresses().filter {
            $0.seconds <= seconds && $0.seconds > seconds - KnownDevices.lifetime
        }
        // Logins that came before this.
        let isNew = !guardian.known.isEmpty
        guardian.restore(
            Dictionary(
                known.map { place in
                    let last = now - .seconds(seconds - place.seconds)
                    return (PinGuard.KnownAddress(address: place.address, person: place.person), last)
                }, uniquingKeysWith: max))
        if let stamps { guardian.keepOnly(Set(stamps.keys)) }
        isRestored = true
        if isNew { keepKnown(now, seconds) }
    }

    /// Looks whether the list was changed from elsewhere; once a second. A disk that hangs holds up nothing.
    nonisolated func followBook() { Task { await follow() } }

    private func follow() async {
        guard !isFollowing else { return }
        isFollowing = true
        await restore(now: .now, at: Int(Date.now.timeIntervalSince1970))
        try? await readBook()
        isFollowing = false
    }
}

extension StaffLogin {
    /// Of the PIN of a person; nil of the shared one.
    fileprivate var stamp: String? {
        switch self {
        case .house: nil
        case .person(let person): person.stamp
        }
    }
}
