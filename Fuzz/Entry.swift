import Foundation

/// One thing that is fed with strangers' bytes: what it does with them, and what must hold of it whatever they are.
///
/// A target traps where it does not hold; libFuzzer then keeps the input.
typealias FuzzTarget = @Sendable (_ input: [UInt8]) -> Void

/// By the names that `scripts/fuzz` lists: each has its seeds in `Corpus/NAME`.
let fuzzTargets: [String: FuzzTarget] = [
    "config": fuzzConfiguration,
    "connection": fuzzConnection,
    "engines": fuzzEngines,
    "entrance": fuzzEntrance,
    "frames": fuzzFrames,
    "glossary": fuzzGlossary,
    "invite": fuzzInvite,
    "irc": fuzzIRC,
    "join": fuzzJoin,
    "packets": fuzzPackets,
    "phrasebook": fuzzPhrasebook,
    "routes": fuzzRoutes,
    "sharing": fuzzSharing,
    "text": fuzzText,
]

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["SABIR_FUZZ_TARGET"] ?? ""
    guard let target = fuzzTargets[name] else {
        let known = fuzzTargets.keys.sorted().joined(separator: ", ")
        FileHandle.standardError.write(Data("SABIR_FUZZ_TARGET names none of these targets: \(known).\n".utf8))
        exit(64)
    }
    return target
}()

/// libFuzzer's entry point (llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// What must hold.
func demand(_ holds: Bool, _ law: String) {
    guard holds else { fatalError("Broken: \(law).") }
}
