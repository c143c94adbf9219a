/// Why a body is not the JSON the contract asks for.
enum JSONFault: Error, Hashable {
    case syntax(at: Int)
    case tooDeep
    case notAnObject
}
