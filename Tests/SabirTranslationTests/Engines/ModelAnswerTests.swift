import Testing

@testable import SabirTranslation

@Suite struct ModelAnswerTests {
    @Test(arguments: [
        ("Take two tablets", "Prenez deux comprimés", "Prenez deux comprimés"), ("taxi", " taxi\n", "taxi"),
        ("Anna López Ruiz", "Anna López Ruiz", "Anna López Ruiz"),
        ("She said \"no\"", "Ella dijo \"no\"", "Ella dijo \"no\""), ("\"No\"", "«Non»", "«Non»"),
        ("Note: fasting", "Nota: en ayunas", "Nota: en ayunas"),
        ("Aquí está la traducción: léala", "Here is the translation: read it", "Here is the translation: read it"),
        ("Hours: 9 to 5", "Horario: de 9 a 5", "Horario: de 9 a 5"), ("(note) a", "(note) b", "(note) b"),
        ("dolor", "<think>\nIt is \"pain\".\n</think>\n\npain", "pain"), ("a\nb", "c\nd", "c\nd"), ("12", "12", "12"),
    ])
    func aTranslationPasses(source: String, answer: String, text: String) throws {
        #expect(try ModelAnswer(answer, to: source).translation() == text)
    }

    @Test(arguments: [
        ("Take two tablets", "Here is the translation: Prenez deux comprimés"),
        ("a b", "Sure! Here's the translation: c"),
        ("Take two tablets", "Here is the translation:\nPrenez deux comprimés"), ("a b", "Translation: c d"),
        ("Take two tablets", "Traducción: Tome dos comprimidos"), ("a b", "翻译：甲"), ("a b", "```\nc d\n```"),
        ("a b", "```c d```"), ("Take two tablets", "\"Prenez deux comprimés\""), ("a b", "“c d”"), ("a b", "«c d»"),
        ("Take two tablets now please", "Take two tablets now please"), ("请问哪里有医院", "请问哪里有医院"),
        ("Take two tablets now please", " take two tablets now please "),
        ("Take two tablets", "Prenez deux comprimés (Note: formal register)"),
        ("a b", "As an AI language model, I cannot"),
        ("a\nb", "c d"), ("a", "b\nc"), ("hola", String(repeating: "hello ", count: 40)), ("a b", "<think> hmm"),
    ])
    func whatIsMoreOrLessThanATranslationIsRefused(source: String, answer: String) {
        #expect(throws: EngineFailure.self) { _ = try ModelAnswer(answer, to: source).translation() }
    }

    @Test(arguments: [
        #"{"choices":[]}"#, #"{"choices":[{"message":{"content":null}}]}"#,
        #"{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}"#,
        #"{"choices":[{"message":{"content":"x","refusal":"no"},"finish_reason":"stop"}]}"#,
        #"{"choices":[{"message":{"content":"x"}},{"message":{"content":"y"}}]}"#,
        #"{"choices":[{"message":{"content":""}}]}"#, #"{"choices":[{"message":{"content":["x"]}}]}"#,
    ])
    func anUnfinishedOrDeclinedAnswerIsRefused(body: String) {
        let endpoint = OpenAIEndpoint(url: "http://x", key: nil, model: "m")
        #expect(throws: EngineFailure.self) {
            _ = try endpoint.translations(
                of: ["a b"], in: HTTPResponse(status: 200, body: Array(body.utf8)))
        }
    }

    @Test func ollamasAndLlamasErrorsAreRead() {
        let endpoint = OpenAIEndpoint(url: "http://x", key: nil, model: "m")
        for body in [#"{"error":"model 'm' not found"}"#, #"{"error":{"code":404,"message":"model 'm' not found"}}"#] {
            let refusal = endpoint.refusal(in: HTTPResponse(status: 404, body: Array(body.utf8)))
            #expect(refusal == .refused(404, "model 'm' not found"))
        }
    }
}
