import CEdit

/// The newest 1,000 entered lines, for the arrow keys and Ctrl-R, in memory only. Confined to the editor's thread.
final class EditorHistory {
    static let entries: Int32 = 1_000

    /// Valid until `deinit`. The session holds the history and its editor, so the history outlives the editor.
    let handle: OpaquePointer

    init?() {
        guard let handle = history_winit() else { return nil }
        self.handle = handle
        _ = cedit_history_bound(handle, Self.entries)
    }

    deinit {
        history_wend(handle)
    }

    func add(_ line: String) {
        // In glibc, wchar_t holds UTF-32; libedit expects a closing zero.
        let wide = line.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
        _ = cedit_history_enter(handle, wide)
    }

    /// Removes all lines.
    func clear() { _ = cedit_history_clear(handle) }
}
