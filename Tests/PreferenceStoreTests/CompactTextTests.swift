import Testing

@testable import PreferenceStore

@Suite("The time in the name of a file")
struct CompactTextTests {
    @Test(
        "sorts and needs no colon",
        arguments: [
            (Duration.zero, "19700101T000000Z"), (.seconds(951_782_400), "20000229T000000Z"),
            (.milliseconds(1_795_234_370_999), "20261121T041250Z"),
        ]
    )
    func text(time: Duration, text: String) {
        #expect(time.compactText == text)
    }
}
