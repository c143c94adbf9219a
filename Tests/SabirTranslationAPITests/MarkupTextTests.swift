import Testing

@testable import SabirTranslationAPI

@Suite struct MarkupTextTests {
    @Test(arguments: [
        ("plain", ["plain"], "[plain]"), ("<p>one</p>\n<p>two</p>", ["one", "two"], "<p>[one]</p>\n<p>[two]</p>"),
        ("<b>all of it</b>", ["all of it"], "<b>[all of it]</b>"), ("one<br>two", ["one", "two"], "[one]<br>[two]"),
        ("<p> take\n two </p>", ["take two"], "<p> [take two] </p>"),
        (
            "fish &amp; chips &lt;3 &#233; &#xE9; &nbsp;", ["fish & chips <3 é é \u{a0}"],
            "[fish &amp; chips &lt;3 é é \u{a0}]"
        ),
        ("a < b & c > d; R&D", ["a < b & c > d; R&D"], "[a &lt; b &amp; c &gt; d; R&amp;D]"),
        ("<a href=\"x>y\" title='a&b'>link</a> 5", ["link"], "<a href=\"x>y\" title='a&b'>[link]</a> 5"),
        ("<!-- <p>note</p> --><!doctype html><i>x</i>", ["x"], "<!-- <p>note</p> --><!doctype html><i>[x]</i>"),
        ("<script>if (a<b) { 'x' }</script>one", ["one"], "<script>if (a<b) { 'x' }</script>[one]"),
        ("<pre>a\n b</pre><STYLE>p{}</style>z", ["z"], "<pre>a\n b</pre><STYLE>p{}</style>[z]"),
        (
            "<li><b>1</b> one</li><li>two <i>!</i></li>", ["one", "two"],
            "<li><b>1</b> [one]</li><li>[two] <i>!</i></li>"
        ),
        ("", [], ""), ("12:30", [], "12:30"), ("-&#xa;", [], "-&#xa;"),
    ])
    func sentencesAreTakenOutAndPutBack(html: String, sentences: [String], filled: String) throws {
        let markup = try MarkupText(html)
        #expect(markup.sentences == sentences)
        #expect(markup.filled(with: sentences.map { "[\($0)]" }[...]) == filled)
    }

    @Test(arguments: [
        ("do <b>not</b> eat", "html format is not supported where a tag, here b, cuts a sentence"),
        ("run <code>ls</code> now", "html format is not supported where a tag, here code, cuts a sentence"),
        ("<p>one</p> two <a href=x>three</a>", "html format is not supported where a tag, here a, cuts a sentence"),
        ("one <b", "Invalid request: the text ends inside of a tag"),
        ("<a title=\"x>", "Invalid request: the text ends inside of a tag"),
        ("<!-- one", "Invalid request: the text ends inside of a tag"),
        ("<script>one", "Invalid request: the element script has no end"),
        ("&eacute;t&eacute;", "Invalid request: &eacute; is not known here; write the character itself"),
        ("&#xD800; a", "Invalid request: &#xD800; is not known here; write the character itself"),
    ])
    func whatCannotBeTranslatedInPiecesIsRefused(html: String, error: String) {
        #expect(throws: SharingFault.invalid(error)) { try MarkupText(html) }
    }

    @Test func anyInputComesBackOrIsRefused() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "<", ">", "b", "/", "p", "!--", "-->", "&", "amp;", "#65;", "\"", "'", "script", "é", " ", "\n", "</",
        ]
        for _ in 0..<5_000 {
            let html = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let markup = try? MarkupText(html) else { continue }
            let again = try MarkupText(markup.filled(with: markup.sentences[...]))
            #expect(again.sentences == markup.sentences, "\(html)")
        }
    }
}
