import Foundation
import Testing

@testable import SabirNode

/// Words for staff as names, however they are written.
@Suite struct StaffWordsTests {
    private static let share = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../share").path
    private let shipped = StaffWords(readingFrom: share, logger: quiet)

    @Test(arguments: [
        "Staff", "STAFF", "S.t.a.f.f", "Staff 2", "St\u{332}aff②", "Ѕtaff", "Personal sanitario",
        "personal-sanitario 12", "Équipe", "Equipe", "ПЕРСОНАЛ", "工作人员", "کارکنان", "कर्मचारी", "কর্মী",
    ])
    func isAWordForStaff(name: String) { #expect(shipped.contain(name)) }

    @Test(arguments: ["Anna", "Staffan", "Boris [staff]", "2", "♥", "Personalia", "Karim"])
    func isNone(name: String) { #expect(!shipped.contain(name)) }

    @Test func withoutTheFileNoWordIsKept() {
        #expect(!StaffWords(readingFrom: "/nowhere", logger: quiet).contain("Staff"))
    }
}
