import Dispatch
import Foundation
import SabirSecurity
import SabirWeb
import Testing

@testable import SabirCore
@testable import SabirNode

/// The page's list of staff on a real file.
@Suite(.timeLimit(.minutes(5))) struct NodeStaffBookTests {
    private func book(in path: String) -> NodeStaffBook {
        NodeStaffBook(
            file: StaffFile(stateDirectory: path), audit: AuditFile(stateDirectory: path, logger: quiet), logger: quiet)
    }

    private func reason(_ act: () async throws(WebFault) -> Void) async -> WebFault.Reason? {
        do throws(WebFault) {
            try await act()
            return nil
        } catch {
            return error.reason
        }
    }

    private func audit(in path: String) throws -> String {
        try String(contentsOfFile: path + "/audit.jsonl", encoding: .utf8)
    }

    @Test func whoIsMadeStaffIsKnownToTheNextBook() async throws {
        let folder = try StateFolder()
        try await book(in: folder.path).add(
            " Rosa \u{202E}Mir", pin: "hq27ab", manages: true, isInterpreter: false, by: "owner")
        let next = book(in: folder.path)
        let people = try await next.list().people
        #expect(people.map(\.name) == ["Rosa Mir"] && people.first?.by == "owner")
        #expect(people.first?.manages == true && people.first?.hasKey == false)
        #expect(try await next.person(named: "rosa mir", withPIN: "hq27ab") == people.first)
        #expect(try await next.person(named: "Rosa Mir", withPIN: "hq27ac") == nil)
        for name in ["ROSA MIR", "Rosa.Mir", "RosaMir", "Rosa Mi\u{332}r", "Rosa Mír", "· Rosa · Mir ♥", "Ｒosa Мir"] {
            #expect(next.owners(of: name) == ["Rosa Mir"], "\(name)")
        }
        for name in ["Pau", "Rosa", "Rosa Miró", "Rosa Mir 2"] { #expect(next.owners(of: name).isEmpty, "\(name)") }
        let written = try audit(in: folder.path)
        #expect(written.contains(#""name":"Rosa Mir""#) && written.contains(#""what":"staff-add","who":"owner""#))
        #expect(try folder.mode(of: "staff.json") == 0o600)
        #expect(try !String(contentsOfFile: folder.path + "/staff.json", encoding: .utf8).contains("hq27ab"))
    }

    @Test func aCodeLogsOnePersonInOnce() async throws {
        let folder = try StateFolder()
        let (book, codes) = (book(in: folder.path), StaffCodeFile(stateDirectory: folder.path))
        try await book.add("Rosa Mir", pin: "hq27ab", manages: true, isInterpreter: false, by: "owner")
        #expect(await book.use(code: "482100937715") == nil)
        let code = try codes.make(for: " rosa mir")
        #expect(code.wholeMatch(of: /[0-9]{4}-[0-9]{4}-[0-9]{4}/) != nil)
        #expect(try folder.mode(of: "staff-code.json") == 0o600)
        #expect(try !String(contentsOfFile: folder.path + "/staff-code.json", encoding: .utf8).contains(code))
        let other = String(code.reversed())
        #expect(await book.use(code: other) == nil || other == code)
        #expect(await book.use(code: code.replacing("-", with: " ")) == .person("Rosa Mir"))
        #expect(await book.use(code: code) == nil)
        let (first, second) = (try codes.make(for: nil), try codes.make(for: nil))
        #expect(await book.use(code: first) == nil || first == second, "another takes its place")
        #expect(await book.use(code: second) == .house)
    }

    @Test func aCodeEndsAndIsForWhoeverHasAPIN() throws {
        let folder = try StateFolder()
        let codes = StaffCodeFile(stateDirectory: folder.path)
        #expect(throws: NodeError.self) { try codes.make(for: "Nobody") }
        let made = Date(timeIntervalSince1970: 1_000)
        let late = made + Double(StaffCodeFile.lifetime)
        #expect(try codes.use(codes.make(for: nil, at: made), at: late - 1) == .house)
        #expect(try codes.use(codes.make(for: nil, at: made), at: late) == nil)
        #expect(try codes.use(codes.make(for: nil, at: made), at: made - 1) == nil, "a clock that was set back")
        for text in ["", "48210093771", "4821009377155", "vega-4927-11", "½82100937715"] {
            #expect(!StaffCodeFile.isCode(text), "\(text)")
        }
        #expect(StaffCodeFile.isCode("٤٨٢١ ٠٠٩٣ ٧٧١٥"))
    }

    @Test func whereStaffLoggedInFromIsKnownToTheNextBook() async throws {
        let folder = try StateFolder()
        let first = book(in: folder.path)
        #expect(await first.knownAddresses().isEmpty)
        let known = [
            WebKnownAddress(address: "10.0.0.5", person: nil, seconds: 10),
            WebKnownAddress(address: "2001:db8::5", person: "rosa", seconds: 20),
        ]
        for number in 0...known.count { first.keep(Array(known.prefix(number))) }
        #expect(await first.knownAddresses() == known, "the latest, and written before it is asked for")
        #expect(await book(in: folder.path).knownAddresses() == known)
        #expect(try folder.mode(of: "staff-addresses.json") == 0o600)
        try "[1]".write(toFile: folder.path + "/staff-addresses.json", atomically: false, encoding: .utf8)
        #expect(await first.knownAddresses().isEmpty)
        first.keep(known)
        #expect(await first.knownAddresses() == known, "it is begun anew")
    }

    @Test func anotherPINTakesTheOldOnesPlaceAtOnce() async throws {
        let folder = try StateFolder()
        let book = book(in: folder.path)
        try await book.add("Rosa", pin: "hq27ab", manages: true, isInterpreter: false, by: "owner")
        let before = try await book.list().people.first
        try await book.setPIN(of: "ROSA", to: "wx83tz", by: "Rosa")
        #expect(try await book.person(named: "Rosa", withPIN: "hq27ab") == nil)
        let after = try await book.person(named: "Rosa", withPIN: "wx83tz")
        #expect(after != nil && after?.stamp != before?.stamp)
        #expect(try audit(in: folder.path).contains(#""what":"staff-pin","who":"Rosa""#))
    }

    @Test func theLastWhoMayLookAfterStaffIsKeptUnlessThereIsAnotherWayIn() async throws {
        let folder = try StateFolder()
        let book = book(in: folder.path)
        try await book.add("Rosa", pin: "hq27ab", manages: true, isInterpreter: false, by: "owner")
        try await book.add("Pau", pin: "wx83tz", manages: false, isInterpreter: false, by: "Rosa")
        let refused = await reason { () throws(WebFault) in
            try await book.remove("Rosa", leavesAWayIn: false, by: "Pau")
        }
        #expect(refused == .lastWayIn)
        try await book.remove("Pau", leavesAWayIn: false, by: "Rosa")
        #expect(try await book.list().people.map(\.name) == ["Rosa"])
        try await book.remove("Rosa", leavesAWayIn: true, by: "owner")
        #expect(try await book.list().people.isEmpty)
        #expect(book.owners(of: "Rosa").isEmpty)
    }

    @Test func whatCannotBeIsRefusedWithItsReasonAndChangesNothing() async throws {
        let folder = try StateFolder()
        let book = book(in: folder.path)
        try await book.add("Rosa", pin: "hq27ab", manages: true, isInterpreter: false, by: "owner")
        try StaffFile(stateDirectory: folder.path).update { list in
            try list.add(
                "Floor 2", key: StaffKey.fingerprint(of: "two"), role: "relay", at: Date(timeIntervalSince1970: 0))
        }
        func adding(_ name: String, _ pin: String) async -> WebFault.Reason? {
            await reason { () throws(WebFault) in
                try await book.add(name, pin: pin, manages: false, isInterpreter: false, by: "x")
            }
        }
        #expect(await adding(" ", "wx83tz") == .badName)
        #expect(await adding("Pau", "123456") == .pinWeak)
        #expect(await adding("R\u{043E}sa", "wx83tz") == .nameTaken, "A Cyrillic o looks the same.")
        let changed = await reason { () throws(WebFault) in
            try await book.setPIN(of: "Floor 2", to: "wx83tz", by: "x")
        }
        #expect(changed == .unknown, "A relay is nobody.")
        for name in ["Pau", "Floor 2"] {
            let removed = await reason { () throws(WebFault) in
                try await book.remove(name, leavesAWayIn: true, by: "x")
            }
            #expect(removed == .unknown)
        }
        #expect(try await book.list().people.map(\.name) == ["Rosa"])
        #expect(try audit(in: folder.path).split(separator: "\n").count == 1)
    }

    @Test func whatACommandDoesIsThereWithTheNextLook() async throws {
        let folder = try StateFolder()
        let book = book(in: folder.path)
        let before = try await book.list()
        #expect(before.people.isEmpty)
        try StaffFile(stateDirectory: folder.path).update { list in
            try list.add("Rosa", key: StaffKey.fingerprint(of: "one"), at: Date(timeIntervalSince1970: 0))
        }
        let after = try await book.list()
        #expect(after.people.map(\.name) == ["Rosa"] && after.look > before.look)
        #expect(after.people.first?.hasKey == true && after.people.first?.stamp == nil)
    }

    /// Nobody is staff by it, its names are nobody else's, and it is left as it is.
    @Test func aDamagedListIsToldAndLeft() async throws {
        let folder = try StateFolder()
        let book = book(in: folder.path)
        try await book.add("Rosa", pin: "hq27ab", manages: true, isInterpreter: false, by: "owner")
        let path = folder.path + "/staff.json"
        try Data("{".utf8).write(to: URL(filePath: path))
        let listed = await reason { () throws(WebFault) in _ = try await book.list() }
        let judged = await reason { () throws(WebFault) in
            _ = try await book.person(named: "Rosa", withPIN: "hq27ab")
        }
        let added = await reason { () throws(WebFault) in
            try await book.add("Pau", pin: "wx83tz", manages: false, isInterpreter: false, by: "x")
        }
        #expect([listed, judged, added] == [.noStaffList, .noStaffList, .noStaffList])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{")
        #expect(book.owners(of: "Rosa") == ["Rosa"])
        try FileManager.default.removeItem(atPath: path)
        #expect(try await book.list().people.isEmpty, "Moved away, one begins anew.")
    }

    @Test func aListIsFullAtItsCapacity() async throws {
        let folder = try StateFolder()
        try StaffFile(stateDirectory: folder.path).update { list in
            list.staff = (0..<StaffList.capacity).map {
                StaffList.Person(
                    name: "Person \($0)", key: StaffKey.fingerprint(of: "\($0)"), since: Date(timeIntervalSince1970: 0))
            }
        }
        let book = book(in: folder.path)
        let refused = await reason { () throws(WebFault) in
            try await book.add("Rosa", pin: "hq27ab", manages: false, isInterpreter: false, by: "owner")
        }
        #expect(refused == .full)
        #expect(try await book.list().people.count == StaffList.capacity)
    }

    /// Each takes a while; whoever comes when many wait is told so at once.
    @Test func soManyWaitForTheirPINAndNoMore() async throws {
        let folder = try StateFolder()
        let book = book(in: folder.path)
        let (began, isBeginning) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        async let blocked: Void = DispatchQueue.passwords.run {
            isBeginning.finish()
            gate.wait()
        }
        for await _ in began {}
        let isBusy = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<NodeStaffBook.waiting + 4 {
                group.addTask {
                    await reason { () throws(WebFault) in
                        _ = try await book.person(named: "Rosa", withPIN: "")
                    } == .busy
                }
            }
            var all: [Bool] = []
            for await one in group {
                all.append(one)
                if all.count == 4 { gate.signal() }
            }
            return all
        }
        await blocked
        #expect(isBusy == Array(repeating: true, count: 4) + Array(repeating: false, count: NodeStaffBook.waiting))
        #expect(try await book.person(named: "Rosa", withPIN: "hq27ab") == nil, "There is room again, for nobody.")
    }
}
