import PropertyLists
import Testing
import ValueDifferences

@Suite("Hazards in words")
struct HazardWordingTests {
    @Test(
        "a finding says what the document contains, and what another program would make of it",
        arguments: [
            (.unquoted("@"), "'@' without quotation marks"), (.separatorInData, "unusual separator in data"),
            (.encodingWithoutMark("UTF-16"), "UTF-16 without a byte order mark"),
            (.documentType("["), "'[' in <!DOCTYPE>"), (.whitespace(.integer), "whitespace in <integer>"),
            (.comment, "comment or processing instruction in text"),
            (.markup(.real), "reference or CDATA section in <real>"), (.contentOfBoolean, "text in <true> or <false>"),
            (.signedNotANumber, "nan with a sign"), (.set, "value of type set"),
            (.referenceInData, "reference in <data>: UserDefaults would read other bytes"),
            (.byteOrderMark, "byte order mark at the start of text: UserDefaults would not read it"),
            (.wideInteger, "negative integer of 16 bytes: UserDefaults would read a positive one"),
            (.fractionOfSecond, "fraction of a second: UserDefaults would lose it when it writes the file"),
            (.dateNotFinite, "date that is not finite: UserDefaults would write a corrupt file"),
            (.unquotedPair("@"), "'@' without quotation marks: UserDefaults would ignore the rest of the file"),
            (.lowercaseEscape, "escape with a lowercase u: UserDefaults would read a letter u"),
            (.malformedEscape("\\U1", readAs: 1), "malformed escape '\\U1': UserDefaults would read it as U+0001"),
            (.keyWithoutValue, "key without a value: GNUstep would not read the key as its value"),
            (.spaceAfterSign, "whitespace after the sign in <integer>: other programs refuse the file"),
            (.notASCII, "Latin-1 in a string marked as ASCII: other programs refuse the file"),
            (.loneSurrogate, "lone surrogate: it is read as U+FFFD"),
            (.dateOverflow, "date that the calendar does not have: other programs refuse it"),
            (.unusualPadding, "unusual padding in <data>: other programs read other bytes"),
            (.carriageReturn, "carriage return in text: strict XML parsers read a line feed"),
        ] as [(PropertyListHazard, String)]
    )
    func texts(hazard: PropertyListHazard, text: String) {
        let consequence = hazard.emptiesFile ? ": UserDefaults would read the whole file as empty" : ""
        #expect(hazard.description == text + consequence)
    }
}
