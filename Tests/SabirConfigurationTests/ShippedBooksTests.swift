import Foundation
import Testing

@testable import SabirConfiguration

@Suite("The phrasebook and the glossary that come with Sabir")
struct ShippedBooksTests {
    /// A folder `share` with a phrasebook and a glossary, and an environment in which it is found.
    private func inShare(_ body: (String, ConfigurationEnvironment) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["phrasebook/clinic.tmx", "phrasebook/notes.txt", "glossary/medicines.csv"] {
            let file = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        try body(folder, .example(with: ["HOME": "/home/anna", "SABIR_DATA": folder]))
    }

    @Test("are on where nothing is said of them, with a file and without")
    func on() throws {
        try inShare { folder, environment in
            for read in [NodeConfiguration(on: environment), try configuration("[phrasebook]\n", on: environment)] {
                #expect(read.phrasebook.files == [folder + "/phrasebook/clinic.tmx"])
                #expect(read.glossary.files == [folder + "/glossary/medicines.csv"])
                #expect(read.warnings == [])
            }
        }
    }

    @Test("are off each by itself, or give way to others")
    func off() throws {
        try inShare { folder, environment in
            let off = try configuration("[phrasebook]\nfiles = []\n", on: environment)
            #expect(off.phrasebook.files == [] && off.glossary.files == [folder + "/glossary/medicines.csv"])
            let text = "phrasebook.files = []\nglossary = { files = [\"/b.csv\"] }"
            let others = try configuration(text, on: environment)
            #expect(others.phrasebook.files == [] && others.glossary.files == ["/b.csv"])
        }
    }

    @Test("are found in the folder that the file names as share, and nowhere else")
    func configuredFolder() throws {
        try inShare { folder, environment in
            let read = try configuration("[node]\ndata_directory = \"/nowhere\"\n", on: environment)
            #expect(read.phrasebook.files == [] && read.glossary.files == [])
            let found = try configuration("[node]\ndata_directory = \"\(folder)\"\n")
            #expect(found.phrasebook.files == [folder + "/phrasebook/clinic.tmx"])
        }
    }

    @Test("are found in share by a path that leads nowhere from the configuration")
    func named() throws {
        try inShare { folder, environment in
            let text = "[phrasebook]\nfiles = [\"phrasebook/clinic.tmx\", \"own.tmx\"]\n"
            let read = try NodeConfiguration(parsing: text, file: "/etc/none/sabir.toml", on: environment)
            #expect(read.phrasebook.files == [folder + "/phrasebook/clinic.tmx", "/etc/none/own.tmx"])
        }
    }
}
