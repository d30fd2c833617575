import TestSupport
import Testing

@testable import PropertyLists

@Suite("Comparison with Foundation's PropertyListSerialization", .mayWait)
struct FoundationOracleTests {
    @Test("Foundation reads our binary documents, and this package reads Foundation's copies")
    func binary() throws {
        try expectSame(randomValues(count: 500).map(\.asInFoundation), as: .binary)
    }

    @Test("Foundation reads our XML documents, and this package reads Foundation's copies")
    func xml() throws {
        try expectSame(randomValues(count: 500).map { $0.asInXML(isRoot: false).withoutMarks.asInFoundation }, as: .xml)
    }

    @Test("Foundation reads the strings and data in our OpenStep text")
    func openStep() throws {
        try expectSame(randomValues(count: 500).map(\.asTextAndData.asInFoundation), as: .openStep)
    }

    @Test("Foundation and this package read the same values from unusual XML")
    func oddXML() throws {
        var generator = SeededGenerator.printingSeed()
        var documents: [RandomXMLDocument] = []
        while documents.count < 500 {
            let document = RandomXMLDocument(isForFoundation: true, using: &generator)
            let value = PropertyList.dictionary(document.dictionary)
            if value.withoutMarks.asInFoundation == value {
                documents.append(document)
            }
        }
        let answers = try FoundationPropertyLists.answers(to: documents.map { Array($0.text.utf8) })
        for (document, answer) in zip(documents, answers) {
            let value = PropertyList.dictionary(document.dictionary)
            #expect(try PropertyList(xml: document.text) == value)
            #expect(answer.text == value.canonicalText, "\(document.text)")
        }
    }

    /// Checks what Foundation on Linux makes of values that it cannot store.
    ///
    /// These are the reasons for `PropertyList.asInFoundation`.
    @Test(
        "the values that Foundation alters are known",
        arguments: [
            // Foundation compares keys as Swift compares strings, by canonical equivalence.
            Alteration(["\u{E9}": 1, "e\u{301}": 1], read: ["\u{E9}": 1]),
            // Its references have 32 bits.
            Alteration([.uid(1 << 32)], read: nil),
            // It has a single NaN.
            Alteration(.real(-.nan), read: .real(.nan)),
            Alteration(.real(Double(nan: 5, signaling: false)), read: .real(.nan)),
            // It writes negative zero in XML without the sign.
            Alteration(-0.0, read: -0.0, readFromXML: 0.0),
            // In XML it drops fractions, and can write second 60.
            Alteration(.date(.nan), read: .date(.nan), readFromXML: nil),
            Alteration(.date(.infinity), read: .date(.infinity), readFromXML: nil),
            Alteration(.date(-1e-300), read: .date(-1e-300), readFromXML: .date(0)),
            Alteration(.date(-0.5), read: .date(-0.5), readFromXML: .date(-1)),
            // In XML, it reads such a dictionary as a reference, even at the root and with any number.
            Alteration(["CF$UID": 5], in: .xml, read: .uid(5), readFromXML: ["CF$UID": 5]),
            Alteration([["CF$UID": 5]], read: [["CF$UID": 5]], readFromXML: [.uid(5)]),
            Alteration([["CF$UID": -1]], in: .xml, read: [.uid(0xFFFF_FFFF)], readFromXML: [.uid(0xFFFF_FFFF)]),
            Alteration([["CF$UID": 1.5]], in: .xml, read: [.uid(1)], readFromXML: [.uid(1)]),
            // It drops a byte order mark at the start of any text in XML.
            Alteration("\u{FEFF}\u{FEFF}a", read: "\u{FEFF}\u{FEFF}a"),
            Alteration("\u{FEFF}\u{FEFF}a", in: .xml, read: "\u{FEFF}a", readFromXML: "\u{FEFF}a"),
            Alteration(["\u{FEFF}": 1], in: .xml, read: ["": 1], readFromXML: ["": 1]),
        ]
    )
    func alterations(_ alteration: Alteration) throws {
        let document = try alteration.value.serialized(as: alteration.format)
        let answer = try #require(FoundationPropertyLists.answers(to: [document]).first)
        #expect(answer.text == alteration.read?.canonicalText)
        let xml = answer.xml.flatMap { try? PropertyList(xml: $0) }
        #expect(xml == alteration.readFromXML)
    }

    struct Alteration: Sendable {
        let value: PropertyList
        let format: PropertyListFormat
        /// The value that Foundation reads from our document, or nil if it throws.
        let read: PropertyList?
        /// The value that we read from Foundation's copy in XML, or nil if that XML is malformed.
        let readFromXML: PropertyList?

        init(
            _ value: PropertyList,
            in format: PropertyListFormat = .binary,
            read: PropertyList?,
            readFromXML: PropertyList?
        ) {
            self.value = value
            self.format = format
            self.read = read
            self.readFromXML = readFromXML
        }

        init(_ value: PropertyList, read: PropertyList?) {
            self.init(value, read: read, readFromXML: read)
        }
    }

    // MARK: Comparing

    private func randomValues(count: Int, of test: String = #function) -> [PropertyList] {
        var generator = SeededGenerator.printingSeed(of: test)
        return (0..<count).map { _ in [.dictionary(RandomPropertyList().dictionary(using: &generator))] }
    }

    private func expectSame(_ values: [PropertyList], as format: PropertyListFormat) throws {
        let documents = try values.map { value in try value.serialized(as: format) }
        let answers = try FoundationPropertyLists.answers(to: documents)
        try #require(answers.count == values.count)
        for (value, answer) in zip(values, answers) {
            #expect(answer.text == value.canonicalText)
            #expect(try PropertyList(binary: #require(answer.binary)) == value)
            #expect(try PropertyList(xml: #require(answer.xml)) == value.asInXML().withoutNegativeZero)
        }
    }
}

extension PropertyList {
    /// The nearest value that Foundation on Linux can store, and can write as XML that can be read.
    fileprivate var asInFoundation: PropertyList {
        switch self {
        case .real(let real) where real.isNaN:
            return .real(.nan)
        case .date(let date):
            let seconds = date.secondsSinceReferenceDate
            // From the year 1 to the year 9999, and not so close below a whole second that Foundation writes second 60.
            let isSupported = -6.3e10...2.5e11 ~= seconds && seconds - seconds.rounded(.down) < 0.999
            return isSupported ? self : .date(0)
        case .uid(let identifier):
            return .uid(identifier & 0xFFFF_FFFF)
        case .array(let elements):
            return .array(elements.map(\.asInFoundation))
        case .dictionary(let dictionary):
            if dictionary.count == 1, let kind = dictionary["CF$UID"]?.kind, kind == .integer || kind == .real {
                return [:]
            }
            // Foundation keeps one of several keys that are equal in Swift, though their bytes differ.
            var keys: Set<String> = []
            return .dictionary(
                dictionary.reduce(into: PropertyListDictionary()) { result, entry in
                    if keys.insert(entry.key).inserted {
                        result[entry.key] = entry.value.asInFoundation
                    }
                }
            )
        default:
            return self
        }
    }

    /// The value, with strings in place of all types except strings, data, arrays and dictionaries.
    var asTextAndData: PropertyList {
        switch self {
        case .string, .data: self
        case .array(let elements): .array(elements.map(\.asTextAndData))
        case .dictionary(let dictionary):
            .dictionary(dictionary.reduce(into: PropertyListDictionary()) { $0[$1.key] = $1.value.asTextAndData })
        case .integer, .real, .boolean, .date, .uid: .string(canonicalText)
        }
    }

    /// The value without byte order marks at the start of its strings and keys.
    fileprivate var withoutMarks: PropertyList {
        switch self {
        case .string(let string): .string(string.withoutMarks)
        case .array(let elements): .array(elements.map(\.withoutMarks))
        case .dictionary(let dictionary):
            .dictionary(
                dictionary.reduce(into: PropertyListDictionary()) { $0[$1.key.withoutMarks] = $1.value.withoutMarks }
            )
        default: self
        }
    }

    fileprivate var withoutNegativeZero: PropertyList {
        switch self {
        case .real(let real) where real == 0: 0.0
        case .array(let elements): .array(elements.map(\.withoutNegativeZero))
        case .dictionary(let dictionary):
            .dictionary(dictionary.reduce(into: PropertyListDictionary()) { $0[$1.key] = $1.value.withoutNegativeZero })
        default: self
        }
    }

    fileprivate static func date(_ seconds: Double) -> PropertyList {
        .date(PropertyListDate(secondsSinceReferenceDate: seconds))
    }
}

extension String {
    fileprivate var withoutMarks: String {
        String(unicodeScalars.drop { $0 == "\u{FEFF}" })
    }
}

/// Foundation's `PropertyListSerialization`, in a separate process.
enum FoundationPropertyLists {
    /// Foundation's answer to a document.
    struct Answer {
        /// The value that Foundation reads, in the form of `PropertyList.canonicalText`, or nil if it throws or
        /// crashes.
        var text: String?
        /// The value as Foundation writes it.
        var xml: [UInt8]?
        var binary: [UInt8]?
        /// Whether the process crashed on the document.
        var isCrash = false
    }

    /// Returns Foundation's answer to each document.
    ///
    /// One process reads all documents. If it crashes, another process continues. A process that takes more than two
    /// minutes is killed.
    static func answers(to documents: [[UInt8]]) throws -> [Answer] {
        let program = try build.get()
        var answers: [Answer] = []
        while answers.count < documents.count {
            let outcome = try Subprocess(
                program.path,
                environment: ["HOME": "/", "SWIFT_BACKTRACE": "enable=no"],
                input: Array(documents[answers.count...].map { "\($0.base64)\n" }.joined().utf8)
            ).run()
            answers += outcome.text.split(separator: "\n").map(answer)
            switch outcome.ending {
            case .exited(0) where answers.count == documents.count: break
            case .signalled: answers.append(Answer(isCrash: true))
            case .exited: throw Failure(outcome: outcome)
            }
        }
        return answers
    }

    struct Failure: Error {
        let outcome: SubprocessOutcome
    }

    private static func answer(_ line: Substring) -> Answer {
        let fields = line.split(separator: "\t").map(String.init)
        guard fields.count == 3 else { return Answer() }
        return Answer(text: fields[0], xml: [UInt8](base64: fields[1]), binary: [UInt8](base64: fields[2]))
    }

    private static let build = Result {
        try FoundationProgram(building: "PropertyListsTests/Peers/PropertyListPeer.swift")
    }
}
