/// Mistakes that a simulation can be made with, each of which the schedules have to find: so it is known that they can.
enum Mistake: CaseIterable {
    /// The host tells of a message before its disk has it.
    case tellsBeforeItIsWritten
    /// The host's new life does not know which messages its earlier one took.
    case forgetsIDs
    /// A client takes a message for safe once it is sent.
    case strikesOutWhatIsSent
    /// A client gives a message that it repeats another id.
    case repeatsUnderANewID
    /// A packet of the host overtakes another.
    case overtakes
}
