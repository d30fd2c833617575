import TestSupport
import Testing

@testable import PropertyLists

@Suite("Random edits of OpenStep text and JSON, as people and programs write them", .mayWait)
struct TextMutationTests {
    /// The number of edits; `PREFS_TEST_EDITS` sets another one.
    private static let count = environmentVariable("PREFS_TEST_EDITS").flatMap(Int.init) ?? 2_000

    @Test("an edit changes the bytes of its entry, and the value reads back", arguments: WrittenText.Kind.allCases)
    func edits(of kind: WrittenText.Kind) throws {
        var random = SeededGenerator.printingSeed(of: "edits(of: \(kind))")
        var edited: [(bytes: [UInt8], value: PropertyList)] = []
        for _ in 0..<Self.count / WrittenText.Kind.allCases.count {
            let text = WrittenText(kind, using: &random)
            let bytes = text.bytes
            let (value, format) = try PropertyList.parse(bytes.span)
            guard case .dictionary(let old) = value else { continue }
            #expect(old.keys == text.entries.map(\.key))
            let position = Int.random(in: 0...old.count, using: &random)
            var new = old
            if position == old.count {
                let key = "new\(Int.random(in: 0...99, using: &random))"
                new[key] = random.value(depth: 2, isJSON: kind.isJSON)
            } else if Bool.random(using: &random) {
                new[old[position].key] = nil
            } else {
                new[old[position].key] = random.changed(old[position].value, isJSON: kind.isJSON)
            }
            let result = try new.serialized(changing: bytes.span, replacing: old, as: format)
            let shown = "\(String(decoding: bytes, as: UTF8.self))\n->\n\(String(decoding: result, as: UTF8.self))"
            #expect(try PropertyList(parsing: result.span) == .dictionary(new), "\(shown)")
            edited.append((result, .dictionary(new)))
            #expect(try ChangedText.undo(from: result, new, to: bytes, old, as: format) == bytes, "\(shown)")
            if position == old.count {
                // What was added is removed without a trace.
                let again = try old.serialized(changing: result.span, replacing: new, as: format)
                #expect(old.isEmpty || again == bytes, "\(shown)\n->\n\(String(decoding: again, as: UTF8.self))")
            } else if new.isEmpty {
                let outside = bytes[..<text.start(of: 0)] + bytes[text.end(of: 0)...]
                // Without a comment, a file of pairs gets braces, since it would be empty.
                let braces = Set("{}".utf8)
                let isBare = kind == .strings
                let rest = result.filter { $0 > 0x20 && !(isBare && braces.contains($0)) }
                #expect(rest == outside.filter { $0 > 0x20 }, "\(shown)")
            } else {
                // The separator before the last entry goes with it.
                let isLast = position == old.count - 1 && new.count < old.count
                let start =
                    isLast && kind.isJSON ? text.entries[position - 1].range.lowerBound : text.start(of: position)
                let end = text.end(of: position)
                #expect(result.starts(with: bytes[..<start]), "\(shown)")
                #expect(result.reversed().starts(with: bytes[end...].reversed()), "\(shown)")
            }
        }
        guard !kind.isJSON else { return }
        let plain = edited.filter { $0.value.asTextAndData == $0.value }
        let answers = try FoundationPropertyLists.answers(to: plain.map(\.bytes))
        for (edit, answer) in zip(plain, answers) {
            #expect(answer.text == edit.value.canonicalText, "\(String(decoding: edit.bytes, as: UTF8.self))")
        }
    }
}

/// A document of a kind, with the places of its entries.
struct WrittenText {
    enum Kind: String, CaseIterable {
        /// A `.strings` file of a translation.
        case strings
        /// A project file of Xcode.
        case project
        /// A file of Window Maker, and one of wlmaker, which people edit.
        case windowMaker, wlmaker
        case prettyJSON, compactJSON

        var isJSON: Bool { self == .prettyJSON || self == .compactJSON }
    }

    let kind: Kind
    private(set) var text = ""
    private(set) var entries: [(key: String, range: Range<Int>)] = []
    private let lineEnd: String

    var bytes: [UInt8] { Array(text.utf8) }

    init(_ kind: Kind, using random: inout SeededGenerator) {
        self.kind = kind
        lineEnd = kind == .compactJSON ? "" : random.pick(["\n", "\n", "\r\n"])
        let hasBrackets = kind != .strings
        if kind == .strings { text += random.pick(["", "\u{FEFF}"]) }
        if !kind.isJSON, Bool.random(using: &random) { text += "/* head */" + lineEnd + random.pick(["", lineEnd]) }
        if hasBrackets { text += "{" + lineEnd }
        let keys = ["Title", "a b", "grün", "k.1", "X", "OK", "last"].prefix(Int.random(in: 1...7, using: &random))
        for (position, key) in keys.enumerated() {
            if !kind.isJSON, Int.random(in: 0...2, using: &random) == 0 {
                text += indent(hasBrackets ? 1 : 0) + random.pick(["/* note */", "// note"]) + lineEnd
            }
            text += indent(hasBrackets ? 1 : 0)
            let start = text.utf8.count
            text += spelled(key) + between(&random)
            text += value(depth: hasBrackets ? 1 : 0, &random)
            if !kind.isJSON { text += ";" } else if position < keys.count - 1 { text += "," }
            entries.append((key, start..<text.utf8.count))
            if !kind.isJSON, Int.random(in: 0...4, using: &random) == 0 { text += " /* behind */" }
            text += lineEnd
            if kind != .compactJSON, Int.random(in: 0...4, using: &random) == 0 { text += lineEnd }
        }
        if hasBrackets { text += "}" + random.pick(["", lineEnd]) }
    }

    /// Returns the start of the line of an entry.
    func start(of position: Int) -> Int {
        let bytes = bytes
        return bytes[..<entries[position].range.lowerBound].lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
    }

    /// Returns the end of the line break or the blanks after an entry.
    func end(of position: Int) -> Int {
        let bytes = bytes
        var end = entries[position].range.upperBound
        while end < bytes.count, bytes[end] == 0x20 { end += 1 }
        for byte: UInt8 in [0x0D, 0x0A] where end < bytes.count && bytes[end] == byte { end += 1 }
        return end
    }

    private func indent(_ depth: Int) -> String {
        let unit =
            switch kind {
            case .compactJSON: ""
            case .strings, .project: "\t"
            case .windowMaker, .prettyJSON: "  "
            case .wlmaker: "    "
            }
        return String(repeating: unit, count: depth)
    }

    private func spelled(_ string: String) -> String {
        let isWord = string.utf8.allSatisfy(\.isLetterOrDigit)
        return kind.isJSON || kind == .strings || !isWord ? "\"\(string)\"" : string
    }

    private func between(_ random: inout SeededGenerator) -> String {
        switch kind {
        case .compactJSON: ":"
        case .prettyJSON: ": "
        case .project: random.pick([" = ", " /* name */ = "])
        case .strings, .windowMaker, .wlmaker: " = "
        }
    }

    private func value(depth: Int, _ random: inout SeededGenerator) -> String {
        let isDeep = depth > 2 || kind == .strings
        switch Int.random(in: 0...(isDeep ? 1 : 4), using: &random) {
        case 0: return kind.isJSON ? random.pick(["1", "-1.5e3", "true", "\"\\u00fc\""]) : spelled("v1")
        case 1: return spelled(random.pick(["plain", "x y", "ü", "a;b", "x"]))
        case 2:
            let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth + 1, &random) }
            let separator = kind == .compactJSON ? "," : ", "
            return kind.isJSON
                ? "[\(elements.joined(separator: separator))]" : "(\(elements.joined(separator: separator)))"
        case 3 where !kind.isJSON: return "{a = \(value(depth: 3, &random)); b = \"c\"; }"
        default:
            let keys = ["k", "l m", "n"].prefix(Int.random(in: 1...3, using: &random))
            let lines = keys.map { key in
                indent(depth + 1) + spelled(key) + between(&random) + value(depth: depth + 1, &random)
            }
            let body =
                kind.isJSON ? lines.joined(separator: "," + lineEnd) : lines.map { $0 + ";" }.joined(separator: lineEnd)
            return "{" + lineEnd + body + lineEnd + indent(depth) + "}"
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func value(depth: Int, isJSON: Bool) -> PropertyList {
        switch Int.random(in: 0...(depth > 0 ? 4 : 1), using: &self) {
        case 0: pick(["word", "two words", "ö\n\"\\", "", "/*", "//"])
        case 1: isJSON ? pick([true, 7, 1.5]) : .data([1, 2])
        case 2: .array((0..<Int.random(in: 0...2, using: &self)).map { _ in value(depth: depth - 1, isJSON: isJSON) })
        default: ["p": value(depth: depth - 1, isJSON: isJSON), "q r": value(depth: depth - 1, isJSON: isJSON)]
        }
    }

    /// Returns another value; a container may be changed within.
    fileprivate mutating func changed(_ value: PropertyList, isJSON: Bool) -> PropertyList {
        var result = value
        repeat {
            switch value {
            case .array(var elements) where !elements.isEmpty && Int.random(in: 0...3, using: &self) > 0:
                let position = Int.random(in: elements.indices, using: &self)
                switch Int.random(in: 0...2, using: &self) {
                case 0: elements.remove(at: position)
                case 1: elements.insert(self.value(depth: 1, isJSON: isJSON), at: position)
                default: elements[position] = changed(elements[position], isJSON: isJSON)
                }
                result = .array(elements)
            case .dictionary(var dictionary) where !dictionary.isEmpty && Int.random(in: 0...3, using: &self) > 0:
                let entry = dictionary[Int.random(in: dictionary.indices, using: &self)]
                switch Int.random(in: 0...2, using: &self) {
                case 0: dictionary[entry.key] = nil
                case 1: dictionary["z"] = self.value(depth: 1, isJSON: isJSON)
                default: dictionary[entry.key] = changed(entry.value, isJSON: isJSON)
                }
                result = .dictionary(dictionary)
            default: result = self.value(depth: 1, isJSON: isJSON)
            }
        } while result == value
        return result
    }
}
