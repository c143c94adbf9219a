import Foundation
import SabirConfiguration
import Testing

@testable import SabirNode

@Suite("Checks of the machine")
struct MachineCheckTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sabir-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("A clock before Sabir was written, or before its own files, is wrong")
    func clock() throws {
        try inFolder { folder in
            let now = Date(timeIntervalSince1970: 1_795_000_000)
            #expect(ClockCheck.run(now: now, stateDirectory: folder).isFine)
            let old = ClockCheck.run(now: Date(timeIntervalSince1970: 930_000_000), stateDirectory: folder)
            #expect(!old.isFine && old.sentence.contains("1999"))
            let file = folder + "/identity.json"
            try Data().write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.modificationDate: now + 400_000], ofItemAtPath: file)
            let back = ClockCheck.run(now: now, stateDirectory: folder)
            #expect(!back.isFine && back.sentence.contains(file))
        }
    }

    @Test("The folder share is missed, and each folder of it")
    func data() throws {
        #expect(!FilesCheck.data(nil).isFine)
        try inFolder { folder in
            for name in ["interface", "languages/advice", "topics", "warnings"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            let found = FilesCheck.data(folder)
            #expect(!found.isFine)
            #expect(found.sentence.contains("there is no glossary, no phrasebook, no web."))
        }
    }

    @Test("A phrasebook of which nothing can be read is wrong")
    func phrasebook() throws {
        try inFolder { folder in
            let file = folder + "/broken.tmx"
            try Data("<tmx".utf8).write(to: URL(filePath: file))
            let environment = ConfigurationEnvironment(hostName: "front-desk", variables: [:], isRoot: false)
            var configuration = NodeConfiguration(on: environment)
            (configuration.phrasebook.files, configuration.glossary.files) = ([file], [])
            let found = FilesCheck.books(configuration)
            #expect(found.map(\.isFine) == [false, true])
            #expect(found[0].sentence.contains(file) && found[0].mend == "sabir phrases check \(file)")
        }
    }

    @Test("A phrasebook of the house's own that is missing is not what an installation brings.")
    func ownPhrasebook() {
        let environment = ConfigurationEnvironment(hostName: "front-desk", variables: [:], isRoot: false)
        var configuration = NodeConfiguration(on: environment)
        (configuration.phrasebook.files, configuration.glossary.files) = (["/nowhere/own.tmx"], [])
        let found = FilesCheck.books(configuration)[0]
        #expect(!found.isFine && found.mend?.contains("scripts/install") == false)
    }
}
