import CEdit
import Glibc

/// libedit reads and shows text by the process's LC_CTYPE, which must be UTF-8.
enum TerminalLocale {
    /// Set once for the process: the environment's locale, or C.UTF-8 where that one is not UTF-8. Nothing but LC_CTYPE
    /// is changed, so numbers and messages stay as they were.
    static let isUTF8: Bool = ["", "C.UTF-8"].contains { (name: String) in
        setlocale(LC_CTYPE, name) != nil && String(cString: cedit_codeset()) == "UTF-8"
    }
}
