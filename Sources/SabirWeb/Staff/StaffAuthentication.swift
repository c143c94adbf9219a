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
    private let secret: [UInt8]?
    private let book: (any WebStaffBook)?
    /// Of the shared PIN.
    private var devices: KnownDevices?
    /// Of whoever gave the PIN of a person: one for all of them, so that a desk that several use is known to each.
    private let personal: KnownDevices
    private var guardian = PinGuard()
    private var sessions = StaffSessions()
    /// Persons of staff as they stand, and which look at the list told of them.
    private var people: [WebStaffPerson] = []
    private var look = 0
    private var isFollowing = false

    /// - Parameters:
    ///   - pin: one for all of staff; nil where each needs their own.
    ///   - secret: of the node, by which devices are known again after a restart; nil where it has none.
    ///   - book: of persons; nil where there are none.
    init(pin: String?, secret: [UInt8]? = nil, book: (any WebStaffBook)? = nil) {
        self.pin = pin
        self.secret = secret
        self.book = book
        devices = pin.map { KnownDevices(secret: secret, pin: $0) }
        personal = KnownDevices(secret: secret, pin: "the PIN of a person")
    }

    /// Whether there is a PIN that all of staff share.
    var isShared: Bool { pin != nil }

    /// The PIN that all of staff share from now on; nil where each needs their own. Whoever is logged in by another is
    /// logged out, and no device is known by it any more.
    func take(pin new: String?) {
        guard new != pin else { return }
        pin = new
        devices = new.map { KnownDevices(secret: secret, pin: $0) }
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
        guard name != nil || pin != nil else { return .noPin }
        let device = devices?.id(of: known, at: seconds) ?? personal.id(of: known, at: seconds)
        let asker = PinGuard.Asker(
            address: bearer.address, knownDevice: device, isHere: isHere,
            person: name.map { WireText.cleanName($0).lowercased() })
        let wait = guardian.wait(for: asker, now: now)
        guard wait == .zero else { return .wait(seconds: Int((wait / .seconds(1)).rounded(.up))) }
        // Counted as wrong until it is known to be right, so that many at once are not let through.
        let counted = guardian.wrong(from: asker, now: now)
        do throws(WebStaffFault) {
            guard let login = try await login(given, name) else { return .wrong }
            guardian.forgive(counted)
            guardian.right(from: asker, now: now)
            let token = sessions.begin(for: bearer, by: login.stamp, now: now)
            let known = login.stamp == nil ? devices ?? personal : personal
            return .welcome(token: token, known: known.make(at: seconds), login)
        } catch {
            guardian.forgive(counted)
            return .fault(error)
        }
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
        } catch {
            // A list that cannot be read makes nobody staff.
            people = []
            sessions.keep([])
            throw error
        }
        sessions.keep(Set(people.compactMap(\.stamp)))
    }

    /// Looks whether the list was changed from elsewhere; once a second. A disk that hangs holds up nothing.
    nonisolated func followBook() { Task { await follow() } }

    private func follow() async {
        guard !isFollowing else { return }
        isFollowing = true
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
