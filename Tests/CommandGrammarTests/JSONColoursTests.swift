import CommandGrammar
import Testing

@Suite("JSON in colours")
struct JSONColoursTests {
    @Test(
        "keys, strings and null have colours, whatever they contain",
        arguments: [
            (#"{"a":"b"}"#, #"{<34;1>"a"<0>:<32>"b"<0>}"#),
            (#"{"a\"\\" : [1,true,null]}"#, #"{<34;1>"a\"\\"<0> : [1,true,<90>null<0>]}"#),
            (#"["x: y","null",-1.5e3]"#, #"[<32>"x: y"<0>,<32>"null"<0>,-1.5e3]"#),
            (#""é""#, #"<32>"é"<0>"#), ("7", "7"), ("", ""), (#""cut"#, #"<32>"cut<0>"#), (#""\"#, #"<32>"\<0>"#),
        ]
    )
    func colours(json: String, expected: String) {
        let shown = json.colouringJSON.replacing("\u{1B}[", with: "<").replacing("m", with: ">")
        #expect(shown == expected)
    }
}
