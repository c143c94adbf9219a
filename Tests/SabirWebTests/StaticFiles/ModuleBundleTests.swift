import Foundation
import Testing

@testable import SabirWeb

/// The scripts that the node puts together of the page's modules.
struct ModuleBundleTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// What is wrong with the page's sources is told here, with file and line, before a node refuses to start.
    @Test func thePageOfTheRepositoryCanBePutTogether() throws {
        let folder = Self.repository.path + "/share/web"
        let names = try #require(FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String })
        let sources = names.filter { MediaTypes.type(of: $0) != nil }
            .reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: folder + "/" + $1) }
        let bundle = try PageBundle(sources)
        for page in ["main", "two", "kiosk", "staff"] {
            let script = String(decoding: try #require(bundle.files["js/\(page).js"]), as: UTF8.self)
            #expect(!script.contains("\nimport ") && !script.contains("\nexport "))
            #expect(!String(decoding: try #require(bundle.files["\(page).css"]), as: UTF8.self).contains("@import"))
            let document = bundle.documents[page == "main" ? "index.html" : "\(page).html"]
            #expect(String(decoding: try #require(document), as: UTF8.self).contains("id=\"icon-close\""))
        }
        #expect(bundle.late == ["js/inside.js"])
    }

    // MARK: What is put together

    @Test func aPageIsOneScriptInTheOrderInWhichBrowsersRunModules() throws {
        let files = try Self.files(
            [
                "js/main.js": "import { b } from \"./b.js\";\nimport { a as first } from \"./a.js\";\nb(first);\n",
                "js/a.js": "export const a = 1;\n",
                "js/b.js": "import { a } from \"./a.js\";\nexport function b() { return a; }\n",
            ], pages: ["js/main.js"])
        #expect(Array(files.keys) == ["js/main.js"])
        let script = try #require(files["js/main.js"])
        #expect(Self.parts(of: script) == ["js/a.js", "js/b.js", "js/main.js"])
        #expect(script.contains("const { b } = $$modules.get(\"js/b.js\");\n"))
        #expect(script.contains("const { a: first } = $$modules.get(\"js/a.js\");\nb(first);\n"))
        #expect(script.contains(" const a = 1;\n\nreturn { a };"))
    }

    @Test func whatComesLateBringsOnlyWhatIsNotThereYet() throws {
        let files = try Self.files(
            [
                "js/main.js": "import { store } from \"./store.js\";\nstore(import(\"./late.js\"));\n",
                "js/late.js": "export { room as Room } from \"./room.js\";\nimport \"./store.js\";\n",
                "js/room.js":
                    "import { store } from \"./store.js\";\nexport class room { constructor() { store(); } }\n",
                "js/store.js": "export async function store() {}\n",
            ], pages: ["js/main.js"])
        #expect(Set(files.keys) == ["js/main.js", "js/late.js"])
        #expect(Self.parts(of: files["js/main.js"]) == ["js/store.js", "js/main.js"])
        #expect(Self.parts(of: files["js/late.js"]) == ["js/room.js", "js/late.js"])
        #expect(
            files["js/main.js"]?.contains("import(\"../js/late.js\").then((late) => late.begin($$modules))") == true)
        #expect(files["js/late.js"]?.contains("return { Room: $$modules.get(\"js/room.js\").room };") == true)
    }

    /// Two pages that ask for the same late module: what one of them lacks is in it, and is run where it is lacking.
    @Test func aLateModuleOfTwoPagesBringsWhatOneOfThemLacks() throws {
        let files = try Self.files(
            [
                "js/one.js": "import \"./x.js\";\nimport \"./y.js\";\nimport(\"./late.js\");\n",
                "js/two.js": "import \"./x.js\";\nimport(\"./late.js\");\n",
                "js/late.js": "import \"./x.js\";\nimport \"./y.js\";\n", "js/x.js": "", "js/y.js": "",
            ], pages: ["js/one.js", "js/two.js"])
        #expect(Self.parts(of: files["js/late.js"]) == ["js/y.js", "js/late.js"])
    }

    @Test func linesStayLines() throws {
        let module = "import {\n  a,\n  b as c,\n} from \"./a.js\";\n\nexport function here() {\n  return a + c;\n}\n"
        let files = try Self.files(
            ["js/m.js": module, "js/a.js": "export const a = 1;\nexport const b = 2;\n"], pages: ["js/m.js"])
        let part = try #require(files["js/m.js"]?.components(separatedBy: "$$part(\"js/m.js\", () => {\n").last)
        let line = part.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("return a") }
        #expect(line == 6)
    }

    /// A module may stand anywhere, and so may what it names.
    @Test func addressesAreThoseOfTheModule() throws {
        let files = try Self.files(
            [
                "js/main.js": "import { at } from \"./desk/at.js\";\nat();\n",
                "js/desk/at.js": "export const at = () => [import.meta.url, import(\"../more.js\")];\n",
                "js/more.js": "export const more = 1;\n",
            ], pages: ["js/main.js"])
        #expect(
            files["js/main.js"]?.contains(
                "[new URL(\"../js/desk/at.js\", import.meta.url).href, import(\"../js/more.js\")") == true)
    }

    @Test(arguments: [
        "/* import x from 'y' */ // export default\n", "const s = \"import x\", t = 'export *', u = \"\\\"import \";\n",
        "const t = `import ${ [`export ${1} default`].map(({ length }) => length) } export *`;\n",
        "const r = /[/\"'`] import x/.test(\"\") ? 4 / 2 : 1 / 3; const q = a.import / b.export;\n",
        "if (x) { y(); }\nfor (;;) { x = y[0] / 2; x++ / 3; }\nconst f = () => /export default {/u;\n",
    ])
    func whatOnlyLooksLikeAnImportIsLeftAlone(_ text: String) throws {
        let script = try #require(try Self.files(["js/m.js": text], pages: ["js/m.js"])["js/m.js"])
        #expect(script.contains(text))
    }

    @Test(arguments: [
        "export function a() {}", "export async function a() {}", "export function* a() {}",
        "export async function* a() {}", "export class a {}", "export class a extends Object {}",
        "export const a = (b, c) => [b, c];", "export const a = { b, c };",
    ])
    func everyKnownFormOfExportIsTaken(_ text: String) throws {
        let script = try Self.files(["js/m.js": text], pages: ["js/m.js"])["js/m.js"]
        #expect(script?.contains("return { a };") == true && script?.contains("export") == false)
    }

    // MARK: What is refused

    @Test(arguments: [
        "import x from \"./a.js\";", "import * as x from \"./a.js\";", "import x, { a } from \"./a.js\";",
        "import { a } from \"./a.js\"", "import { a } from \"./a.js\" with { type: \"json\" };",
        "import { default as x } from \"./a.js\";", "import { a } from \"a\";", "import { a } from \"/a.js\";",
        "import { a } from \"../../a.js\";", "import { a } from \"https://x.example/a.js\";",
        "import { a b } from \"./a.js\";",
        "import { a } from \"./a.json\";", "import { b } from \"./a.js\";", "import { a } from \"./b.js\";",
        "import(x);", "import(`./a.js`);", "import(\"./a.js\", {});", "import(\"./gone.js\");", "import.meta.env;",
        "import.defer(\"./a.js\");", "if (1) { import { a } from \"./a.js\"; }", "f(); import { a } from \"./a.js\";",
        "export default 1;", "export * from \"./a.js\";", "export * as a from \"./a.js\";", "export let a = 1;",
        "export var a = 1;", "export const { a } = b;", "export const a = 1, b = 2;", "export { a };",
        "export { b } from \"./a.js\";", "export { a as default } from \"./a.js\";", "export class { };",
        "export class extends Object { };", "export async () => 1;", "{ export function a() {} }",
        "export function () {}",
        "export", "import", "const s = \"", "const t = `${", "const r = x(/a", "/* no end", "f(", "f)",
        "import \"./m.js\";",
    ])
    func anyOtherFormIsRefusedWithFileAndLine(_ text: String) {
        let sources = ["js/m.js": "\n/* import\n */\n" + text + "\n", "js/a.js": "export const a = 1;\n"]
        let error = #expect(throws: WebError.self) { try Self.files(sources, pages: ["js/m.js"]) }
        let place = error?.description.firstRange(of: /put together: js\/m\.js, line [45]: [A-Z].*\.$/)
        #expect(place != nil, "\(error?.description ?? "")")
    }

    @Test func modulesThatNeedEachOtherAreRefused() {
        let error = #expect(throws: WebError.self) {
            try Self.files(
                [
                    "js/a.js": "import { b } from \"./b.js\";\nexport const a = 1;\n",
                    "js/b.js": "import \"./c.js\";\nexport const b = 1;\n",
                    "js/c.js": "\nimport { a } from \"./a.js\";\n",
                ], pages: ["js/a.js"])
        }
        #expect(error?.description.contains("js/c.js, line 2: ") == true)
        #expect(error?.description.contains("js/a.js, js/b.js, js/c.js, js/a.js.") == true)
    }

    // MARK: Help

    private static func files(_ sources: [String: String], pages: Set<String>) throws(WebError) -> [String: String] {
        try ModuleGraph(sources.map { SourceText($0.key, Data($0.value.utf8)) }).files(for: pages)
    }

    private static func parts(of script: String?) -> [String] {
        (script ?? "").matches(of: /\$\$part\("([^"]+)"/).map { String($0.1) }
    }
}
