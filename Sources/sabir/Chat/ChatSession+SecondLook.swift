/// Second looks at translations by this program's own engines, without holding up the conversation.
extension ChatSession {
    /// Most lines that wait for a second look at the same time.
    static let lookingAgain = 8

    func lookAgain() async {
        guard let translator = translation.translator else { return }
        for await line in queues.looks.items {
            let message = line.message
            let second = await translator.secondLook(
                at: line.outcome, message.text, from: message.lang, to: line.lang, names: people.translatedNames)
            guard !Task.isCancelled else { return }
            guard let second, reader.lang == line.lang, !translations.isRetracted(message.id) else { continue }
            view.show(second, at: line.outcome, of: message, in: line.lang)
        }
    }
}
