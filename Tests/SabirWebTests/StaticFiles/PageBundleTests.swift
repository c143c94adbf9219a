import Foundation
import Testing

@testable import SabirWeb

/// Style sheets, documents and the version under which a browser keeps them.
struct PageBundleTests {
    private static let icons =
        "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<symbol id=\"lock\" viewBox=\"0 0 1 1\"/>\n</svg>\n"
    private static let page: [String: String] = [
        "index.html":
            "<body>\n<link href=\"/assets/a.css\"><script type=\"module\" src=\"/assets/js/m.js\"></script>\n</body>\n",
        "a.css": "/* @import \"none.css\"; */\n@import \"b.css\";\na { color: red }\n",
        "b.css": "b { content: \"@import\" }\n",
        "js/m.js": "import { x } from \"./x.js\";\nx();\n", "js/x.js": "export function x() {}\n", "icons.svg": icons,
        "catalogues/es.json": "{}",
    ]

    // MARK: Style sheets

    @Test func aSheetComesWithThoseThatItImports() throws {
        let files = try Self.bundle(Self.page).files
        #expect(Self.text(files["a.css"]).contains("b { content: \"@import\" }\n\na { color: red }"))
        #expect(files["b.css"] == nil, "what stays as it is written is kept once")
    }

    @Test func smallPicturesGoIntoTheSheetAndLargeOnesAreNamed() throws {
        var page = Self.page
        page["b.css"] = "b { mask: url(\"wave.svg\") } c { mask: url(more/large.svg) } d { mask: url(#e) }\n"
        page["wave.svg"] = "<svg/>"
        page["more/large.svg"] = String(repeating: "<svg/>", count: 1_000)
        let sheet = Self.text(try Self.bundle(page).files["a.css"])
        #expect(sheet.contains("b { mask: url(\"data:image/svg+xml;base64,PHN2Zy8+\") }"))
        #expect(sheet.contains("c { mask: url(\"./more/large.svg\") } d { mask: url(\"#e\") }"))
    }

    @Test(arguments: [
        ("@import url(b.css);", "another form is not known"), ("@import \"b.css\" print;", "another form is not known"),
        ("@import \"none.css\";", "none.css, which is not there"), ("a { }\n@import \"b.css\";", "before every rule"),
        ("@import \"b.css\";\n@import \"b.css\";", "there already"), ("@import \"a.css\";", "there already"),
        ("a { mask: url(https://x.example/a.svg) }", "no file of the page"), ("a { mask: url(//x/a.svg) }", "no file"),
        ("a { mask: url(../a.svg) }", "no file of the page"), ("a { mask: url(", "not closed"), ("/* a", "not closed"),
        ("a { content: \"", "not closed"), ("@import \"b.css\"", "does not end"),
    ])
    func anotherFormOfImportOrAnotherHostIsRefused(_ sheet: String, _ reason: String) {
        var page = Self.page
        page["a.css"] = "\n" + sheet
        let error = #expect(throws: WebError.self) { try Self.bundle(page) }
        let isPlain = error?.description.firstRange(of: /put together: a\.css, line [23]: [A-Z].*\.$/) != nil
        #expect(isPlain && error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    // MARK: Documents

    @Test func aDocumentNamesTheVersionAndHoldsTheIcons() throws {
        let bundle = try Self.bundle(Self.page)
        let document = Self.text(bundle.documents["index.html"])
        #expect(document.contains("href=\"/assets/\(bundle.version)/a.css\""))
        #expect(document.contains("src=\"/assets/\(bundle.version)/js/m.js\""))
        #expect(document.contains("<div id=\"icons\" hidden>") && document.contains("<symbol id=\"icon-lock\""))
        #expect(document.hasSuffix("</div>\n</body>\n"))
    }

    @Test(arguments: [
        ("<script src=\"https://x.example/a.js\"></script>", "another host"),
        ("<img src=\"//x/a.png\">", "another host"),
        ("<link href=\"/assets/none.css\">", "/assets/none.css, which is not there"),
        ("<link href=\"/assets/a.css\"><link href=\"/assets/b/../a.css\">", "is not there"),
    ])
    func aDocumentNamesOnlyWhatIsThere(_ text: String, _ reason: String) {
        var page = Self.page
        page["index.html"] = "<body>\n\n" + text
        let error = #expect(throws: WebError.self) { try Self.bundle(page) }
        #expect(error?.description.contains("index.html, line 3: ") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(reason) == true)
    }

    // MARK: The version

    @Test(arguments: ["index.html", "b.css", "js/x.js", "icons.svg", "catalogues/es.json"])
    func everyChangeMakesAnotherVersion(_ path: String) throws {
        var page = Self.page
        let before = try Self.bundle(page).version
        #expect(try Self.bundle(page).version == before && PageBundle.isVersion(before))
        page[path, default: ""] += "\n"
        #expect(try Self.bundle(page).version != before)
    }

    // MARK: Help

    private static func bundle(_ page: [String: String]) throws(WebError) -> PageBundle {
        try PageBundle(page.mapValues { Data($0.utf8) })
    }

    private static func text(_ data: Data?) -> String { data.map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
