import Crypto
import Foundation
import SabirProtocol

/// Owns the logins of staff.
actor StaffAuthentication {
    /// What a device gets that has logged in.
    struct Welcome: Sendable {
        let token: String
        /// The device's new cookie for its next login.
        let known: String
        let login: StaffLogin
    }

    private var pin: String?
    private let secret: [UInt8]
    private let book: (any WebStaffBook)?
    private var guardian = PinGuard()
    /// Whether the addresses known in an earlier run were requested.
    private var isRestored = false
    /// The PIN stamps of persons by comparison name, from the last readable list.
    private var stamps: [String: String?]?
    private var sessions = StaffSessions()
    /// The persons on the current list, and the number of the reading that it came from.
    private var people: [WebStaffPerson] = []
    private var look = 0
    private var isFollowing = false

    /// - Parameters:
    ///   - pin: The shared PIN; nil if each person has their own.
    ///   - secret: The node's secret for recognizing devices after a restart; nil: devices are only known in this run.
    ///   - book: The list of persons; nil if there is none.
    init(pin: String?, secret: [UInt8]? = nil, book: (any WebStaffBook)? = nil) {
        self.pin = pin
        self.secret = secret ?? (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        self.book = book
    }

    /// Whether there is a shared PIN, perhaps beside PINs of persons.
    var isShared: Bool { pin != nil }

    /// Sets the shared PIN; nil: each person has their own. A changed PIN ends every login by the old one, and no
    /// device is known by it any more.
    func setSharedPIN(_ new: String?) {
        guard new != pin else { return }
        pin = new
        guardian.forgetGuesses(at: nil)
        sessions.endShared()
    }

    /// Whether any person has a PIN of their own.
    var knowsPersons: Bool { people.contains { $0.stamp != nil } }

    /// - Parameters:
    ///   - name: A person's name; nil for the shared PIN.
    ///   - known: The device's cookie of an earlier login; nil if it has none.
    ///   - isHere: Whether the login is made at the node's own computer.
    ///   - seconds: The time in seconds since 1970.
    func login(
        _ given: String, as name: String? = nil, from bearer: StaffSessions.Bearer, known: String? = nil,
        isHere: Bool = false, now: ContinuousClock.Instant, at seconds: Int = Int(Date.now.timeIntervalSince1970)
    ) async throws(WebRefusal) -> Welcome {
        let place = PinGuard.Asker(address: bearer.address, isHere: isHere, person: name.map(Self.key))
        if let login = await login(byCode: given) {
            book?.record("staff-code-used", of: login.name, by: "page \(bearer.address)")
            return welcome(login, place, bearer, known, now, seconds)
        }
        guard name != nil || pin != nil else { throw .noSharedPIN }
        // Known devices end with their PIN, so judge them by the current list.
        if name != nil { do { try await readBook() } catch { throw WebRefusal(error) } }
        let person = place.person.flatMap { key in people.first { Self.key($0.name) == key } }
        var asker = place
        asker.knownDevice = devices(of: name == nil ? .house : person.map { .person($0) })?.id(of: known, at: seconds)
        let wait = guardian.wait(for: asker, now: now)
        guard wait == .zero else { throw .tooManyPINs(seconds: Int((wait / .seconds(1)).rounded(.up))) }
        // Count the answer as wrong until it is known to be right, so that many parallel tries are not let through.
        let counted = guardian.recordWrong(from: asker, now: now)
        let login: StaffLogin?
        do throws(WebFault) {
            login = try await self.login(given, name)
        } catch {
            guardian.forgive(counted, now: now)
            throw WebRefusal(error)
        }
        guard let login else {
            // An unknown name is not recorded, as it may be anything, such as a PIN in the wrong field.
            book?.record("pin-wrong", of: person?.name, by: "page \(bearer.address)")
            throw .wrongPIN(hasName: name != nil)
        }
        guardian.forgive(counted, now: now)
        return welcome(login, asker, bearer, known, now, seconds)
    }

    private func welcome(
        _ login: StaffLogin, _ asker: PinGuard.Asker, _ bearer: StaffSessions.Bearer, _ known: String?,
        _ now: ContinuousClock.Instant, _ seconds: Int
    ) -> Welcome {
        var asker = asker
        asker.person = login.name.map(Self.key)
        guardian.recordRight(from: asker, now: now)
        keepKnown(now, seconds)
        let token = sessions.begin(for: bearer, by: login.stamp, now: now)
        let renewed = devices(of: login)?.renewed(known, at: seconds) ?? known ?? ""
        return Welcome(token: token, known: renewed, login: login)
    }

    /// The known devices for this login; nil if the person does not exist.
    private func devices(of login: StaffLogin?) -> KnownDevices? {
        switch login {
        case .house: pin.map { KnownDevices(secret: secret, pin: $0) }
        case .person(let person): person.stamp.map { KnownDevices(secret: secret, stamp: $0) }
        case nil: nil
        }
    }

    /// The name in the form for comparison. A name over the limit of bytes belongs to nobody and is not remembered in
    /// full.
    private static func key(_ name: String) -> String {
        String(decoding: WireText.cleanName(name).lowercased().utf8.prefix(400), as: UTF8.self)
    }

    /// Logs in by a code. Never delayed by wrong tries, as the code is too long to be guessed while it is valid.
    private func login(byCode given: String) async -> StaffLogin? {
        switch await book?.use(code: given) {
        case .house: return pin == nil ? nil : .house
        case .person(let name):
            try? await readBook()
            return people.first { Self.key($0.name) == Self.key(name) && $0.stamp != nil }.map { .person($0) }
        case nil: return nil
        }
    }

    /// The notice that many wrong PINs were tried.
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

    private func login(_ given: String, _ name: String?) async throws(WebFault) -> StaffLogin? {
        guard let name else { return pin.map { Self.isSame(given, $0) } == true ? .house : nil }
        guard let person = try await book?.person(named: name, withPIN: given) else { return nil }
        // Read the list again, as the person may have been removed while the PIN was checked.
        try await readBook()
        return people.contains(person) ? .person(person) : nil
    }

    /// The login of a valid token; nil if it belongs to somebody else, was ended or has expired.
    func login(
        by token: String, from bearer: StaffSessions.Bearer, now: ContinuousClock.Instant
    ) -> StaffLogin? {
        guard sessions.isValid(token, from: bearer, now: now) else { return nil }
        guard let stamp = sessions.stamp(of: token) else { return .house }
        return people.first { $0.stamp == stamp }.map { .person($0) }
    }

    /// Whether this login is still valid.
    func isRunning(_ token: String, now: ContinuousClock.Instant) -> Bool { sessions.isRunning(token, now: now) }

    func logout(_ token: String) { sessions.end(token) }

    /// Compares digests, as `SHA256.Digest` does in constant time: the time does not depend on the first difference.
    private static func isSame(_ given: String, _ pin: String) -> Bool {
        SHA256.hash(data: Data(given.utf8)) == SHA256.hash(data: Data(pin.utf8))
    }

    // MARK: Persons

    /// The persons on the current list, and how many devices are logged in by each PIN (by stamp; nil: the shared PIN).
    /// Logs out persons who were removed or got another PIN.
    func persons(now: ContinuousClock.Instant) async throws(WebFault) -> ([WebStaffPerson], [String?: Int]) {
        try await readBook()
        return (people, sessions.counts(now: now))
    }

    private func readBook() async throws(WebFault) {
        guard let book else { return }
        do throws(WebFault) {
            let list = try await book.list()
            guard list.look >= look else { return }
            (look, people) = (list.look, list.people)
            followStamps()
        } catch {
            // If the list cannot be read, no person is staff.
            people = []
            sessions.keepOnly([])
            throw error
        }
        sessions.keepOnly(Set(people.compactMap(\.stamp)))
    }

    /// Forgets the mistakes and known addresses of old PINs and removed persons.
    private func followStamps() {
        let now = Dictionary(people.map { (Self.key($0.name), $0.stamp) }, uniquingKeysWith: { first, _ in first })
        guard now != stamps else { return }
        for (person, stamp) in stamps ?? [:] where now[person] != .some(stamp) { guardian.forgetGuesses(at: person) }
        guardian.keepOnly(Set(now.keys))
        stamps = now
    }

    /// Stores the known addresses. Only after those of the earlier run were read, as this replaces them.
    private func keepKnown(_ now: ContinuousClock.Instant, _ seconds: Int) {
        guard isRestored else { return }
        let known = guardian.known.map { place, last in
            WebKnownAddress(
                address: place.address, person: place.person,
                seconds: seconds - Int(last.duration(to: now).components.seconds))
        }
        book?.keep(known.filter { $0.seconds > seconds - KnownDevices.lifetime })
    }

    /// Restores the addresses known in an earlier run, if not too old. Runs once.
    func restore(now: ContinuousClock.Instant, at seconds: Int) async {
        guard !isRestored, let book else { return }
        let known = await book.knownAddresses().filter {
            $0.seconds <= seconds && $0.seconds > seconds - KnownDevices.lifetime
        }
        // Addresses known from logins before the restoring have to be stored too.
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

    /// Checks for changes of the list made elsewhere. Called once a second; does not wait for the disk.
    nonisolated func followBook() { Task { await follow() } }

    private func follow() async {
        guard !isFollowing else { return }
        isFollowing = true
        await restore(now: .now, at: Int(Date.now.timeIntervalSince1970))
        try? await readBook()
        isFollowing = false
    }
}

extension WebRefusal {
    static let noSharedPIN = WebRefusal.forbidden(
        "No PIN that all of staff share is taken here (web.staff_pin, staff_shared). Say your name too.")

    static func wrongPIN(hasName: Bool) -> WebRefusal {
        WebRefusal(
            status: .forbidden, code: "pin-wrong",
            text: hasName ? "The name or the PIN is wrong." : "The PIN is wrong.")
    }

    static func tooManyPINs(seconds: Int) -> WebRefusal {
        WebRefusal(
            status: .tooManyRequests, code: "pin-wait",
            text: "Too many wrong PINs. Try again in \(seconds) seconds.", seconds: seconds)
    }
}
