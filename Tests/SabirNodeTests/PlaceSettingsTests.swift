import SabirConfiguration
import Testing

@testable import SabirNode
@testable import SabirWeb

@Suite("What was set in a browser")
struct PlaceSettingsTests {
    private static let clinic = PlaceSettings(
        name: "Harbour \"Clinic\" \\ 2", languages: ["de", "ar"], responsible: "Dr. Sommer, 12",
        rooms: [
            .init(
                id: "5b1e7a52-90c4-4c3e-9f50-6a2f1de0c7ab", name: "Empfang", topic: "# no comment", kept: .disk,
                hours: 48, newcomers: 5),
            .init(name: "Labor", kept: .nothing), .init(name: "غرفة", kept: .memory, hours: 3),
        ], wifi: .init(name: "Gast", password: "ab\"cd\\efgh"), pin: "739251")

    private func read(_ file: String) throws -> NodeConfiguration {
        try NodeConfiguration(
            parsing: file, file: "sabir.toml",
            on: ConfigurationEnvironment(hostName: "front-desk", variables: [:], isRoot: false))
    }

    @Test("is what the node runs with, and comes back as it was, without the PIN")
    func thereAndBack() throws {
        let read = try read(try Self.clinic.file())
        var shown = Self.clinic
        shown.pin = nil
        #expect(PlaceSettings(read) == shown)
        #expect(read.web.staffPIN == "739251" && read.warnings == [])
        #expect(read.rooms[0].history == .disk && read.rooms[0].keepFor == 48 * 3_600)
        #expect(read.rooms[1].history == .off && read.rooms[2].history == .memory)
    }

    @Test("keeps the PIN where none is given, and wants one where there is none")
    func pin() throws {
        var settings = Self.clinic
        settings.pin = nil
        #expect(try read(try settings.file(keeping: "848127")).web.staffPIN == "848127")
        #expect(throws: PlaceFault("pin", "Choose a PIN for staff.")) { try settings.file() }
        settings.pin = "123456"
        #expect { try settings.file(keeping: "848127") } throws: { ($0 as? PlaceFault)?.field == "pin" }
    }

    @Test("is left alone once somebody has changed it by hand")
    func seal() throws {
        let file = try Self.clinic.file()
        #expect(PlaceSettings.isOwn(file))
        #expect(!PlaceSettings.isOwn(file.replacing("Labor", with: "Lab")))
        #expect(!PlaceSettings.isOwn(file + "\n"))
        #expect(!PlaceSettings.isOwn("") && !PlaceSettings.isOwn("[node]\n"))
    }

    @Test("cannot end a line of the file and begin another")
    func escaping() throws {
        var settings = Self.clinic
        settings.responsible = "a\n[irc]\nenabled = true"
        if let file = try? settings.file(), let read = try? read(file) { #expect(!read.irc.enabled) }
        settings.responsible = "\u{1}\u{7F}\""
        #expect(try settings.file().contains("responsible = \"\\u0001\\u007f\\\"\""))
    }

    @Test("names the field that the file's line is about")
    func fields() throws {
        let changes: [(String, (inout PlaceSettings) -> Void)] = [
            ("name", { $0.name = "" }), ("languages", { $0.languages = ["no such"] }),
            ("responsible", { $0.responsible = String(repeating: "a", count: 201) }),
            ("rooms", { $0.rooms[1].name = "EMPFANG" }), ("rooms", { $0.rooms[0].id = "1" }),
            ("wifi", { $0.wifi?.password = "short" }), ("wifi", { $0.wifi?.name = "" }),
            ("pin", { $0.pin = "73925 1x" }),
        ]
        for (field, change) in changes {
            var settings = Self.clinic
            change(&settings)
            let file = try settings.file()
            let error = #expect(throws: ConfigurationError.self) { try read(file) }
            #expect(error.map { PlaceSettings.field(of: $0.problems[0]) } == field)
        }
        for change: (inout PlaceSettings) -> Void in [
            { $0.languages = [] }, { $0.rooms = [] }, { $0.rooms[0].hours = 0 }, { $0.rooms[0].newcomers = -1 },
            { $0.rooms = Array(repeating: $0.rooms[0], count: 21) },
        ] {
            var settings = Self.clinic
            change(&settings)
            #expect(throws: PlaceFault.self) { try settings.file() }
        }
    }
}
