import Foundation
import Testing

@testable import SabirTranslation

@Suite struct StrictJSONTests {
    private struct Dose: Decodable {
        enum CodingKeys: String, CodingKey, CaseIterable { case name, doses }

        let name: String
        let doses: [Int]

        init(from decoder: any Decoder) throws {
            try AnyKey.refuseUnknown(CodingKeys.self, decoder)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            name = try values.decode(String.self, forKey: .name)
            doses = try values.decode([Int].self, forKey: .doses)
        }
    }

    private func dose(_ text: String) throws -> Dose {
        try StrictJSON.decode(Dose.self, from: Data(text.utf8), at: "dose.json")
    }

    @Test func whatIsRightIsRead() throws {
        let dose = try dose(#"{"name": "a", "doses": [1, 2]}"#)
        #expect(dose.name == "a" && dose.doses == [1, 2])
    }

    @Test(arguments: [
        (#"{"doses": []}"#, "the key 'name' is missing"), (#"{"name": "a", "doses": [1, "2"]}"#, "'doses.1'"),
        (#"{"name": null, "doses": []}"#, "'name' has the wrong type"), ("{", "it is no JSON"),
        (#"{"name": "a", "dose": []}"#, "no such key as 'dose'"),
    ])
    func whatIsWrongIsSaidPlainly(_ text: String, _ problem: String) {
        let error = #expect(throws: LanguageDataError.self) { try dose(text) }
        #expect(error?.description.contains("dose.json") == true, "\(String(describing: error))")
        #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    }

    @Test func theFilesOfAFolderComeInTheirOrder() throws {
        let folder = try TemporaryFolder(files: ["b.json": "{}", "a.json": "{}", ".c.json": "{}", "d.txt": ""])
        #expect(try StrictJSON.files(in: folder.path) == ["\(folder.path)/a.json", "\(folder.path)/b.json"])
        #expect(throws: LanguageDataError.self) { try StrictJSON.files(in: folder.path + "/none") }
        #expect(throws: LanguageDataError.self) { try StrictJSON.files(in: TemporaryFolder(files: [:]).path) }
    }

    @Test func aFileOfAnySizeIsNotRead() throws {
        let folder = try TemporaryFolder(files: [
            "large.json": String(repeating: " ", count: 1 << 20 | 1),
            "most.json": String(repeating: " ", count: 1 << 20),
        ])
        #expect(try StrictJSON.bytes(of: folder.path + "/most.json").count == 1 << 20)
        #expect(throws: LanguageDataError.self) { try StrictJSON.bytes(of: folder.path + "/large.json") }
        #expect(throws: LanguageDataError.self) { try StrictJSON.bytes(of: folder.path + "/none.json") }
    }
}
