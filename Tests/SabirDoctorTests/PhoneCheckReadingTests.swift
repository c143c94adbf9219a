import SabirCore
import SabirWeb
import Testing

@testable import SabirNode

@Suite("What the terminal says of phones")
struct PhoneCheckReadingTests {
    private static let address = "http://192.168.1.5:8275/phone/K7QM-3XRD"

    private func phone(_ verdicts: PhoneFinding.Verdict..., done: Bool = true) -> PhoneCheckAnswer.Phone {
        PhoneCheckAnswer.Phone(done: done, findings: verdicts.map { PhoneFinding($0) })
    }

    @Test("each finding once, with the number of its phone")
    func once() {
        var reading = PhoneCheckReading(wanted: 2)
        #expect(reading.add(PhoneCheckAnswer(opened: false, phones: [])).isEmpty)
        let begun = reading.add(PhoneCheckAnswer(opened: true, phones: [phone(.opens, done: false)]))
        #expect(begun.map(\.name) == ["phone 1 page"])
        #expect(reading.isUnderWay && !reading.isDone)
        let more = reading.add(PhoneCheckAnswer(opened: true, phones: [phone(.opens, .streamCut), phone(.opens)]))
        #expect(more.map(\.name) == ["phone 1 stream", "phone 2 page"])
        #expect(more.map(\.level) == [.wrong, .ok])
        #expect(reading.isDone && !reading.isUnderWay)
        #expect(reading.missing(at: Self.address).isEmpty)
    }

    @Test("phones that did not come")
    func missing() {
        func said(wanted: Int = 1, _ answer: PhoneCheckAnswer, at address: String = Self.address) -> Finding? {
            var reading = PhoneCheckReading(wanted: wanted)
            _ = reading.add(answer)
            return reading.missing(at: address).first
        }
        let nobody = PhoneCheckAnswer(opened: false, phones: [])
        #expect(said(nobody)?.sentence == "No phone came.")
        #expect(said(nobody)?.level == .wrong)
        #expect(said(nobody)?.mend?.contains("same wifi") == true)
        #expect(said(nobody, at: "http://127.0.0.1:8275/phone/A")?.mend?.contains("bind") == true)
        #expect(said(nobody, at: "http://[::1]:8275/phone/A")?.mend?.contains("bind") == true)
        #expect(said(PhoneCheckAnswer(opened: true, phones: []))?.sentence.contains("script") == true)
        let one = PhoneCheckAnswer(opened: true, phones: [phone(.opens)])
        #expect(said(wanted: 3, one)?.sentence.hasPrefix("Of 3 phones 1 came") == true)
    }

    @Test(
        "every verdict has a sentence, and a remedy where there is something to mend",
        arguments: PhoneFinding.Verdict.allCases)
    func words(_ verdict: PhoneFinding.Verdict) {
        let finding = PhoneFinding(verdict, seconds: -10_800).words(ofPhone: 1)
        #expect(finding.sentence.hasSuffix("."))
        #expect((finding.mend != nil) == (finding.level > .ok))
        #expect(!finding.sentence.contains("3 hours") || verdict.rawValue.hasPrefix("clock."))
    }
}
