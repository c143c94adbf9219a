import SabirProtocol

/// Confirming translations for everybody who reads this person's language.
extension ChatSession {
    /// Lists the translations that can be confirmed, or confirms the one with that number, unchanged or as `text`.
    func confirm(_ number: Int?, as text: String?) async {
        guard connection.takesConfirmations else { return view.showRefusal(Self.noConfirming()) }
        guard let number else { return listConfirmable() }
        guard let line = confirmable[number], let text = text ?? line.text else {
            return view.showRefusal(.badPacket, phrase("chat.confirm-which"))
        }
        let id = line.message.id
        await say(Draft(text: text, lang: reader.lang, revision: .confirms(id, of: id)))
    }

    /// An older host would take a confirmation for another message.
    static func noConfirming(_ id: MessageID? = nil) -> WireFault {
        let reason = "The node that hosts this room is of an older release, which takes no confirmed translations."
        return WireFault(.forbidden, reason, as: "no-confirming", id: id)
    }

    private func listConfirmable() {
        let lines = confirmable.list()
        if lines.isEmpty { view.showSentence(phrase("chat.confirm-none")) }
        for (index, line) in lines.enumerated() {
            view.showSentence("\(index + 1)  \(line.message.from): \(line.message.text) → \(line.text ?? "≈")")
        }
    }

    /// Shows a confirmation to a reader of its language.
    func showConfirmation(by message: Message, _ wording: MessageID) {
        guard reader.lang.reads(message.lang) else { return }
        confirmable.remove(wording)
        view.show(confirmation: message, of: recent[wording])
    }
}
