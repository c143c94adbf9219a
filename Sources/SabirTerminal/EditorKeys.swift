import CEdit

/// Key bindings beside libedit's emacs set. The four keys that move over or delete one character are our own: libedit's
/// take one scalar at a time, which would leave half a flag, or an accent without its letter.
enum EditorKeys {
    static func bind(_ editor: OpaquePointer) {
        add(editor)
        for (key, function) in bindings { _ = cedit_bind(editor, key, function) }
    }

    private static let bindings = [
        ("^B", "sabir-left"), ("\\e[D", "sabir-left"), ("\\eOD", "sabir-left"),
        ("^F", "sabir-right"), ("\\e[C", "sabir-right"), ("\\eOC", "sabir-right"),
        ("^H", "sabir-backspace"), ("^?", "sabir-backspace"),
        ("^D", "sabir-delete"), ("\\e[3~", "sabir-delete"),
        ("\\e[A", "ed-prev-history"), ("\\eOA", "ed-prev-history"),
        ("\\e[B", "ed-next-history"), ("\\eOB", "ed-next-history"),
        ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"), ("\\e[1~", "ed-move-to-beg"),
        ("\\e[F", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"), ("\\e[4~", "ed-move-to-end"),
        ("\\e[1;5D", "ed-prev-word"), ("\\e[1;5C", "em-next-word"),
        ("^W", "ed-delete-prev-word"), ("^R", "em-inc-search-prev"),
        ("\\e[5~", "sabir-page-up"), ("^C", "sabir-clear"),
        // Page Down would otherwise leave its last letter in the text. Quoted control characters and a stopped terminal
        // have no use in a chat.
        ("\\e[6~", "sabir-nothing"), ("^V", "sabir-nothing"), ("^Z", "sabir-nothing"),
        ("^I", "sabir-nothing"), ("^S", "sabir-nothing"), ("^Q", "sabir-nothing"), ("^O", "sabir-nothing"),
    ]

    private static func add(_ editor: OpaquePointer) {
        _ = cedit_add_function(editor, "sabir-left", "One character to the left") { editor, _ in
            EditorKeys.move(editor, by: -EditorKeys.scalarsBefore(editor))
        }
        _ = cedit_add_function(editor, "sabir-right", "One character to the right") { editor, _ in
            EditorKeys.move(editor, by: EditorKeys.scalarsAfter(editor))
        }
        _ = cedit_add_function(editor, "sabir-backspace", "Delete the character to the left") { editor, _ in
            el_deletestr(editor, EditorKeys.scalarsBefore(editor))
            return UInt8(CC_REFRESH)
        }
        _ = cedit_add_function(editor, "sabir-delete", "Delete the character under the cursor") { editor, _ in
            let count = EditorKeys.scalarsAfter(editor)
            _ = EditorKeys.move(editor, by: count)
            el_deletestr(editor, count)
            return UInt8(CC_REFRESH)
        }
        _ = cedit_add_function(editor, "sabir-page-up", "Asks for what was said before") { editor, _ in
            EditorSession.of(editor)?.sendPageUp()
            return UInt8(CC_NORM)
        }
        _ = cedit_add_function(editor, "sabir-clear", "Puts the line among those typed before") { editor, _ in
            guard let editor, EditedLine.count(editor) > 0 else { return UInt8(CC_NORM) }
            EditorSession.of(editor)?.markLineCleared()
            return UInt8(CC_NEWLINE)
        }
        _ = cedit_add_function(editor, "sabir-nothing", "Does nothing") { _, _ in UInt8(CC_NORM) }
    }

    private static func move(_ editor: OpaquePointer?, by scalars: Int32) -> UInt8 {
        el_cursor(editor, scalars)
        return UInt8(CC_REFRESH)
    }

    private static func scalarsBefore(_ editor: OpaquePointer?) -> Int32 {
        let line = EditedLine(editor)
        let before = String(String.UnicodeScalarView(line.scalars.prefix(line.cursor)))
        return Int32(before.last?.unicodeScalars.count ?? 0)
    }

    private static func scalarsAfter(_ editor: OpaquePointer?) -> Int32 {
        let line = EditedLine(editor)
        let after = String(String.UnicodeScalarView(line.scalars.dropFirst(line.cursor)))
        return Int32(after.first?.unicodeScalars.count ?? 0)
    }
}

/// A copy of the line in libedit's buffer.
struct EditedLine: Equatable {
    private(set) var scalars: [Unicode.Scalar] = []
    /// Offset in scalars, 0 to `scalars.count`.
    private(set) var cursor = 0

    /// Counts the line's scalars without copying the line, because every key asks for the number.
    static func count(_ editor: OpaquePointer) -> Int {
        // Both pointers point into one buffer of libedit's; nothing is read through them.
        guard let info = el_wline(editor)?.pointee, let start = info.buffer else { return 0 }
        return info.lastchar - start
    }

    var isBlank: Bool { scalars.allSatisfy(\.properties.isWhitespace) }

    /// The scalar in a cell of libedit's buffer.
    static func scalar(_ cell: wchar_t) -> Unicode.Scalar {
        let scalar = Unicode.Scalar(UInt32(bitPattern: cell)) ?? "\u{FFFD}"
        return scalar == PasteMarks.lineBreak ? "\n" : scalar
    }

    init(_ editor: OpaquePointer?) {
        // The three pointers into libedit's buffer are valid until the next call on this editor. They are read only
        // here, on the editor's thread.
        guard let editor, let info = el_wline(editor)?.pointee, let start = info.buffer else { return }
        let wide = UnsafeBufferPointer(start: start, count: info.lastchar - start)
        scalars = wide.map(Self.scalar)
        cursor = info.cursor - start
    }
}
