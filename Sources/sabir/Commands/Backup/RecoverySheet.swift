import SabirNode
import SabirTerminal
import SabirWeb

/// The printed sheet for a safe: the key of a node's backups as words and as a code, and how to use it.
struct RecoverySheet {
    let node: String
    let folder: String
    let key: RecoveryKey
    let words: [String]
    /// `2026-11-25`
    let day: String

    /// Four words a line, each with its number.
    var text: String {
        let cells = words.enumerated().map { number, word in
            (number < 9 ? " " : "") + "\(number + 1) " + word + String(repeating: " ", count: 9 - word.count)
        }
        let rows = stride(from: 0, to: cells.count, by: 4).map { first in
            cells[first..<min(first + 4, cells.count)].joined(separator: " ")
        }
        return """
            Recovery sheet \(key.sheet) of the node \(SafeText.line(node)), \(day)

            \(rows.joined(separator: "\n"))

            The same as a code: \(key.code)
            """
    }

    /// One page that prints well, without scripts and external resources.
    var html: String {
        let cells = words.enumerated().map { "<li><b>\($0 + 1)</b> \(Self.escaped($1))</li>" }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Recovery sheet \(key.sheet)</title>
            <style>
            body{font:12pt/1.5 sans-serif;max-width:18cm;margin:1cm auto;color:#000;background:#fff}
            ol{list-style:none;padding:0;display:grid;grid-template-columns:repeat(4,1fr);gap:.4em;font:14pt/1.6 monospace}
            ol b{display:inline-block;width:1.6em;font-weight:normal;color:#555;text-align:right}
            svg{width:5cm;height:5cm}code{overflow-wrap:anywhere}
            </style></head><body>
            <h1>Recovery sheet \(key.sheet)</h1>
            <p>Of the Sabir node <b>\(Self.escaped(node))</b>, \(day). With this sheet, backups of this node are opened.
            Without it nobody can open them. Keep it where a fire or a thief at the computer does not reach it, and show it
            to nobody: whoever has it and a backup reads all that was said, and can pass for the node.</p>
            <ol>\(cells)</ol>
            <p>The same as a code:</p>
            \(QRCode(key.code)?.svg(title: "Recovery code") ?? "")
            <p><code>\(key.code)</code></p>
            <h2>When the computer is lost</h2>
            <p>The backups are in <code>\(Self.escaped(folder))</code>. On another computer with Sabir installed, as root:</p>
            <pre>systemctl stop sabir
            sabir restore FILE.sabirbackup --replace
            systemctl start sabir</pre>
            <p>FILE is the newest of them. It asks for these words; the first four letters of each are enough.</p>
            <h2>When this sheet is lost or somebody has seen it</h2>
            <p>As root: <code>sabir backup set-up FOLDER --new-key</code>, which makes another sheet. Delete the backups from
            before when there is a new one.</p>
            </body></html>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
