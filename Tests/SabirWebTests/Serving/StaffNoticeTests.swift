import Testing

@testable import SabirWeb

@Suite struct StaffNoticeTests {
    @Test(arguments: [
        ("The history /var/lib/sabir/h.sqlite cannot be used: full.", "The history h.sqlite cannot be used: full."),
        ("/srv/a-b/c.pem: damaged", "c.pem: damaged"), ("moved to \"/x/y/z.damaged-1\".", "moved to \"z.damaged-1\"."),
        ("See https://10.0.0.1:8276/staff, and/or 24/7.", "See https://10.0.0.1:8276/staff, and/or 24/7."),
    ])
    func aDeskIsToldNamesOfFilesAndNoFolders(text: String, shown: String) {
        let notice = WebStaffNotice(code: "history-memory-only", text: text, isPresent: false).withoutFolders
        #expect(notice == WebStaffNotice(code: "history-memory-only", text: shown, isPresent: false))
    }
}
