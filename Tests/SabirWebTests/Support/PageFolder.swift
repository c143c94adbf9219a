import Foundation

/// A folder with the files of a page, gone with the test.
final class PageFolder: Sendable {
    static let styles = String(repeating: "body { color: black }\n", count: 200)

    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "sabir-page-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/css", withIntermediateDirectories: true)
        for page in ["index", "two", "kiosk", "staff", "poster", "setup", "phone", "review"] {
            try write(
                "<!doctype html><title>\(page)</title><script type=\"module\" src=\"/assets/main.js\"></script>",
                "\(page).html")
        }
        try write("import { late } from \"./part.js\";\nlate(() => import(\"./late.js\"));\n", "main.js")
        try write("export function late() {}\n", "part.js")
        try write("export const late = 1;\n", "late.js")
        try write(Self.styles, "css/app.css")
        try write("secret", ".hidden.txt")
        try write("binary", "tool.exe")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
    }
}
