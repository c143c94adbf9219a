import SabirProtocol

/// Lines of before, as they are asked for, and what to say where there are none.
struct EarlierPage {
    let lines: HistoryPage
    /// The key of the sentence that says why nothing came.
    let whyNothing: String
}

/// Lines of before, as a view is told of them: the page, then each line, then the end.
enum EarlierNews {
    case page(HistoryPage, whyNothing: String)
    /// Its translation, where it has one, follows at once or later, as any line's.
    case line(Message)
    case end(HistoryPage)
}
