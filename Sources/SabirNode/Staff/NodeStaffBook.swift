import Dispatch
import Foundation
import Logging
import SabirCore
import SabirTranslation
import SabirRoom
import SabirSecurity
import SabirWeb
import SabirProtocol
import Synchronization

/// The staff list for the page, for the office that tells rooms who is staff, and the names reserved for staff.
///
/// Writes files on a queue of its own; a command may change the list at any time (``StaffFile``).
package final class NodeStaffBook: WebStaffBook {
    /// Most logins that may wait for their PIN to be checked: each takes a tenth of a second, one after the other.
    static let waiting = 8

    private struct LoadedList {
        var isRead = false
        var mark: FileMark?
        var list = StaffList()
        var why: NodeError?
    }

    private let file: StaffFile
    private let addresses: StaffAddressFile
    private let code: StaffCodeFile
    private let audit: AuditFile
    private let logger: Logger
    private let queue = DispatchQueue(label: "sabir.staff.book")
    /// Used on the queue, and on that of the office.
    private let known = Mutex(LoadedList())
    private let looks = Atomic(0)
    private let judging = Mutex(0)
    /// Names by their skeleton. Read on the rooms' event loop.
    private let names = Mutex<[String: Set<String>]>([:])
    /// Known addresses still to be written: only the latest, however long a disk hangs.
    private let unwritten = Mutex<[WebKnownAddress]?>(nil)
    /// Checked in place of an unknown person's PIN, so that both take the same time.
    private let nobody = Mutex<PasswordVerifier?>(nil)

    init(file: StaffFile, audit: AuditFile, logger: Logger) {
        let folder = (file.path as NSString).deletingLastPathComponent
        self.file = file
        addresses = StaffAddressFile(stateDirectory: folder)
        code = StaffCodeFile(stateDirectory: folder)
        self.audit = audit
        self.logger = logger
        // Reserves the names before the first visitor joins.
        queue.async { [self] in _ = readIfChanged(file.mark) }
    }

    /// The staff members whom a name could be taken for.
    package func owners(of name: String) -> Set<String> {
        let names = names.withLock { $0 }
        guard !names.isEmpty else { return [] }
        return ConfusableName.bareKeys(of: name).reduce(into: []) { $0.formUnion(names[$1] ?? []) }
    }

    /// The list as it is in the file with this mark; an unreadable one makes nobody staff.
    func list(marked mark: FileMark?) -> StaffList { readIfChanged(mark).list }

    // MARK: The page

    package func list() async throws(WebFault) -> (look: Int, people: [WebStaffPerson]) {
        let (number, known) = await queue.run { [self] in
            (looks.add(1, ordering: .relaxed).newValue, readIfChanged(file.mark))
        }
        if known.why != nil { throw Self.unusable }
        return (number, known.list.persons.map(\.onPage))
    }

    package func person(named name: String, withPIN pin: String) async throws(WebFault) -> WebStaffPerson? {
        let isTaken = judging.withLock { judging in
            guard judging < Self.waiting else { return false }
            judging += 1
            return true
        }
        guard isTaken else { throw WebFault(.busy, "Others are logging in just now. Try again in a moment.") }
        defer { judging.withLock { $0 -= 1 } }
        let known = await queue.run { [self] in readIfChanged(file.mark) }
        if known.why != nil { throw Self.unusable }
        let person = known.list.index(of: name).map { known.list.staff[$0] }
        let verifier = person.flatMap { $0.isRelay ? nil : $0.verifier }
        let isRight = await DispatchQueue.passwords.run { [self] in
            guard let checked = verifier ?? nobodysVerifier(), let password = try? Password(pin) else { return false }
            return checked.accepts(password) && verifier != nil
        }
        return isRight ? person?.onPage : nil
    }

    /// A verifier for a PIN that nobody knows, made once.
    private func nobodysVerifier() -> PasswordVerifier? {
        nobody.withLock { nobody in
            if nobody == nil { nobody = try? PasswordVerifier(pin: Password(PasswordNonce.make())) }
            return nobody
        }
    }

    package func add(
        _ name: String, pin: String, manages: Bool, isInterpreter: Bool, by who: String
    ) async throws(WebFault) {
        let name = try Self.name(name)
        let verifier = try await verifier(of: pin)
        try await change("staff-add", name, by: who) { (list) throws(WebFault) in
            do throws(NodeError) {
                try list.add(
                    name, pin: verifier, manages: manages && !isInterpreter, role: isInterpreter ? "interpreter" : nil,
                    by: who, at: Date())
            } catch {
                let isFull = list.staff.count >= StaffList.capacity
                throw WebFault(isFull ? .full : .nameTaken, error.description)
            }
        }
    }

    package func setPIN(of name: String, to pin: String, by who: String) async throws(WebFault) {
        let verifier = try await verifier(of: pin)
        try await change("staff-pin", name, by: who) { (list) throws(WebFault) in
            do throws(NodeError) { try list.setPIN(of: name, to: verifier) } catch { throw Self.unknown(name) }
        }
    }

    package func remove(_ name: String, leavesAWayIn: Bool, by who: String) async throws(WebFault) {
        try await change("staff-remove", name, by: who) { (list) throws(WebFault) in
            guard let index = list.index(of: name), !list.staff[index].isRelay else { throw Self.unknown(name) }
            guard leavesAWayIn || list.isManaged(without: list.staff[index].name) else {
                throw WebFault(
                    .lastWayIn, "Nobody could look after staff any more. Make another who may, and try again.")
            }
            list.staff.remove(at: index)
        }
    }

    package func record(_ what: String, of name: String?, by who: String) {
        audit.append(AuditEntry(what, by: who, in: nil, named: name))
    }

    package func use(code given: String) async -> WebStaffCode? {
        guard StaffCodeFile.isCode(given) else { return nil }
        return await queue.run { [self] in
            logger.attempt(orLog: .error, "nobody can log in by a code") { try code.use(given) } ?? nil
        }
    }

    package func knownAddresses() async -> [WebKnownAddress] {
        await queue.run { [self] in
            logger.attempt(orLog: .warning, "the addresses from which staff logged in are not known") {
                try addresses.read()
            } ?? []
        }
    }

    package func keep(_ addresses: [WebKnownAddress]) {
        let isFirst = unwritten.withLock { unwritten in
            defer { unwritten = addresses }
            return unwritten == nil
        }
        guard isFirst else { return }
        queue.async { [self] in
            let latest = unwritten.withLock { unwritten in
                defer { unwritten = nil }
                return unwritten
            }
            logger.attempt(orLog: .warning, "a restart will forget the addresses from which staff logged in") {
                try self.addresses.write(latest ?? [])
            }
        }
    }

    private static func name(_ text: String) throws(WebFault) -> String {
        do throws(NodeError) {
            return try StaffList.clean(text)
        } catch {
            throw WebFault(.badName, error.description)
        }
    }

    private func verifier(of pin: String) async throws(WebFault) -> PasswordVerifier {
        do {
            let pin = try PersonPIN.checked(pin)
            return try await DispatchQueue.passwords.run { try PasswordVerifier(pin: pin) }
        } catch {
            throw WebFault(.pinWeak, "\(error)")
        }
    }

    private static let unusable = WebFault(
        .noStaffList, "The list of staff (staff.json) cannot be read or written here; the node's log says why.")

    private static func unknown(_ name: String) -> WebFault {
        WebFault(.unknown, "Nobody of staff is called \"\(WireText.cleanName(name))\" any more.")
    }

    // MARK: The file

    /// Returns when the change is on the disk and in the audit.
    private func change(
        _ what: String, _ name: String, by who: String,
        _ change: @escaping @Sendable (inout StaffList) throws(WebFault) -> Void
    ) async throws(WebFault) {
        try await queue.run { [self] () throws(WebFault) in
            do {
                try file.update { try change(&$0) }
            } catch let refusal as WebFault {
                throw refusal
            } catch {
                logger.error("the list of staff was not changed: \(error)")
                throw Self.unusable
            }
            // Rooms know the change before anybody is told.
            _ = readIfChanged(file.mark)
        }
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let entry = AuditEntry(what, by: who, in: nil, named: WireText.cleanName(name))
            audit.append(entry) { done.resume() }
        }
    }

    /// Returns the last result if the file still has this mark.
    private func readIfChanged(_ mark: FileMark?) -> LoadedList {
        known.withLock { known in
            guard !known.isRead || mark != known.mark else { return known }
            do throws(NodeError) {
                known = LoadedList(isRead: true, mark: mark, list: try file.read())
                let looks = known.list.persons.reduce(into: [String: Set<String>]()) { looks, person in
                    for key in ConfusableName.bareKeys(of: person.name) { looks[key, default: []].insert(person.name) }
                }
                names.withLock { $0 = looks }
            } catch {
                // Read again at the next look, also if the file does not change: the node may have had too many files
                // open. The names stay reserved: a damaged list frees none.
                let isNew = known.why?.description != error.description
                known = LoadedList(mark: mark, why: error)
                if isNew { logger.error("nobody is staff by name or key: \(error)") }
            }
            return known
        }
    }
}
