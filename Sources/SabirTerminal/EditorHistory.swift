import CEdit
import Glibc

/// The newest 1,000 entered lines, for the arrow keys and Ctrl-R: in memory, and in a file if one is named.
/// Confined to the editor's thread.
final class EditorHistory {
    static let entries: Int32 = 1_000
    /// Bytes. A larger file was not written by this program and is not read.
    private static let largestFile = 16 << 20

    /// Valid until `deinit`. The session holds the history and its editor, so the history outlives the editor.
    let handle: OpaquePointer
    private let file: String?

    init?(file: String?) {
        guard let handle = history_winit() else { return nil }
        self.handle = handle
        self.file = file
        _ = cedit_history_bound(handle, Self.entries)
        load()
    }

    deinit {
        history_wend(handle)
    }

    func add(_ line: String) {
        // In glibc, wchar_t holds UTF-32; libedit expects a closing zero.
        let wide = line.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
        _ = cedit_history_enter(handle, wide)
    }

    /// Removes all lines from memory.
    func clear() { _ = cedit_history_clear(handle) }

    /// Replaces the file in one step, readable by its owner alone. Callers may ignore a failure (false): a full disk
    /// must not keep anyone from talking.
    @discardableResult
    func save() -> Bool {
        guard let file else { return true }
        let fresh = "\(file).\(getpid()).new"
        let descriptor = open(fresh, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        Glibc.close(descriptor)
        if cedit_history_save(handle, fresh) >= 0, rename(fresh, file) == 0 { return true }
        unlink(fresh)
        return false
    }

    private func load() {
        var status = stat()
        guard let file, stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard status.st_size <= Self.largestFile else { return }
        _ = cedit_history_load(handle, file)
    }
}
