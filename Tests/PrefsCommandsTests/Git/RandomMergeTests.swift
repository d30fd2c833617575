import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

/// `PREFS_TEST_MERGES` is the number of random triples, by default 40.
@Suite("Random merges")
struct RandomMergeTests {
    @Test("a merge equals a simple reference, and keeps our order and comments")
    func random() throws {
        let count = try #require(Int(environmentVariable("PREFS_TEST_MERGES") ?? "40"))
        var random = SeededGenerator.printingSeed()
        let process = try CommandProcess()
        var triples: [MergeTriple] = []
        for number in 0..<count {
            let triple = MergeTriple(using: &random)
            triples.append(triple)
            for (name, text) in [("base", triple.base), ("ours", triple.ours), ("theirs", triple.theirs)] {
                try process.directory.write(text.xml, to: "\(number).\(name)")
                let binary = try PropertyList.dictionary(text.root).serialized(as: .binary)
                try process.directory.write(binary, to: "\(number).\(name).bin")
            }
        }
        for (number, triple) in triples.enumerated() {
            let expected = ReferenceMerge(triple.ours.root, triple.theirs.root, since: triple.base.root)
            for suffix in ["", ".bin"] {
                let paths = ["base", "ours", "theirs"].map { process.directory.path(of: "\(number).\($0)\(suffix)") }
                let outcome = process.run(["merge"] + paths)
                #expect(outcome.exit == (expected.conflicts == 0 ? 0 : 1), "\(triple.described)\n\(outcome)")
                let lines = outcome.outputs.joined().split(separator: "\n")
                #expect(lines.count == expected.conflicts, "\(triple.described)\n\(outcome)")
                let bytes = try process.directory.bytes(of: "\(number).ours\(suffix)")
                let result = try PropertyList(parsing: bytes.span)
                #expect(result == .dictionary(expected.root), "\(triple.described)\n\(result)")
                #expect(result.keysKeepOrder(of: .dictionary(triple.ours.root)), "\(triple.described)\n\(result)")
                if suffix.isEmpty {
                    let text = String(decoding: bytes, as: UTF8.self)
                    #expect(text.comments == triple.ours.comments(keptIn: result), "\(triple.described)\n\(text)")
                }
            }
        }
    }
}

/// A merge by the rules alone, with our values in conflicts.
private struct ReferenceMerge {
    private(set) var root = PropertyListDictionary()
    private(set) var conflicts = 0

    init(_ ours: PropertyListDictionary, _ theirs: PropertyListDictionary, since base: PropertyListDictionary) {
        for key in Set(ours.keys + theirs.keys) {
            let (ours, theirs, base) = (ours[key], theirs[key], base[key])
            if let ours = ours?.dictionary, let theirs = theirs?.dictionary,
                let base = base == nil ? [:] : base?.dictionary
            {
                let part = ReferenceMerge(ours, theirs, since: base)
                root[key] = .dictionary(part.root)
                conflicts += part.conflicts
            } else {
                root[key] = ours == base ? theirs : ours
                conflicts += ours != base && theirs != base && ours != theirs ? 1 : 0
            }
        }
    }
}

/// Three versions of a random suite, in XML with comments.
private struct MergeTriple {
    let base: MergedText
    let ours: MergedText
    let theirs: MergedText

    init(using random: inout SeededGenerator) {
        let root = Self.dictionary(using: &random, depth: 0)
        let layout = XMLTextLayout(using: &random)
        let isCommonLayout = Int.random(in: 0...3, using: &random) > 0
        base = MergedText(root: root, layout: layout)
        var changed = (0..<2).map { _ in Self.changed(root, using: &random, depth: 0) }
        if Bool.random(using: &random), let key = root.keys.randomElement(using: &random) {
            // Both sides often change the same key.
            changed[0][key] = 100
            changed[1][key] = .integer(Bool.random(using: &random) ? 100 : 200)
        }
        ours = MergedText(root: changed[0], layout: isCommonLayout ? layout : XMLTextLayout(using: &random))
        theirs = MergedText(root: changed[1], layout: isCommonLayout ? layout : XMLTextLayout(using: &random))
    }

    var described: String { "base:\n\(base.xml)\nours:\n\(ours.xml)\ntheirs:\n\(theirs.xml)" }

    private static func dictionary(using random: inout SeededGenerator, depth: Int) -> PropertyListDictionary {
        var dictionary = PropertyListDictionary()
        let keys = "abcdefghijkl".map { "\($0)\(depth)" }
        let isSorted = Bool.random(using: &random)
        let chosen = keys.filter { _ in Bool.random(using: &random) }
        for key in isSorted ? chosen : chosen.shuffled(using: &random) {
            dictionary[key] = value(using: &random, depth: depth + 1)
        }
        return dictionary
    }

    private static func value(using random: inout SeededGenerator, depth: Int) -> PropertyList {
        switch Int.random(in: depth < 3 ? 0...4 : 2...4, using: &random) {
        case 0, 1: .dictionary(dictionary(using: &random, depth: depth))
        case 2: .array((0..<Int.random(in: 0...3, using: &random)).map { .integer(PropertyListInteger(Int64($0))) })
        case 3: .string("text \(Int.random(in: 0...9, using: &random)) <&>")
        default: .integer(PropertyListInteger(Int64.random(in: 0...9, using: &random)))
        }
    }

    private static func changed(
        _ dictionary: PropertyListDictionary,
        using random: inout SeededGenerator,
        depth: Int
    ) -> PropertyListDictionary {
        var changed = dictionary
        for entry in dictionary where Int.random(in: 0...5, using: &random) == 0 {
            switch (Int.random(in: 0...4, using: &random), entry.value) {
            case (1..., .dictionary(let part)):
                changed[entry.key] = .dictionary(Self.changed(part, using: &random, depth: depth + 1))
            case (0, _): changed[entry.key] = nil
            default: changed[entry.key] = value(using: &random, depth: depth + 1)
            }
        }
        if Int.random(in: 0...2, using: &random) == 0 {
            changed["\("mnop".randomElement(using: &random) ?? "m")\(depth)"] = value(using: &random, depth: depth + 1)
        }
        return changed
    }
}

/// A way to write XML.
private struct XMLTextLayout {
    let indentation: String
    let afterKey: String
    let lineBreak: String

    init(using random: inout SeededGenerator) {
        indentation = ["\t", "  ", ""].randomElement(using: &random) ?? ""
        afterKey = ["\n", " ", ""].randomElement(using: &random) ?? ""
        lineBreak = Int.random(in: 0...4, using: &random) == 0 ? "" : "\n"
    }
}

/// A suite as XML; every second key has a comment before it, in each version the same.
private struct MergedText {
    let root: PropertyListDictionary
    let xml: String

    init(root: PropertyListDictionary, layout: XMLTextLayout) {
        self.root = root
        xml = "<plist>\n\(Self.element(.dictionary(root), layout, at: []))\n</plist>\n"
    }

    /// Returns the comments in dictionaries that still exist in a result.
    func comments(keptIn result: PropertyList) -> [String] {
        xml.comments.filter { comment in
            let path = comment.split(separator: " ").dropFirst().dropLast(2).map(String.init)
            if case .dictionary = result[pointer: path] { return true }
            return false
        }
    }

    private static func element(_ value: PropertyList, _ layout: XMLTextLayout, at path: [String]) -> String {
        let outer = layout.lineBreak + String(repeating: layout.indentation, count: path.count)
        let inner = outer + layout.indentation
        switch value {
        case .dictionary(let dictionary) where dictionary.isEmpty: return "<dict/>"
        case .dictionary(let dictionary):
            let entries = dictionary.map { entry in
                let place = path + [entry.key]
                let isCommented = (entry.key.utf8.first ?? 0) % 2 == 0
                let comment = isCommented ? inner + "<!-- \(place.joined(separator: " ")) -->" : ""
                let afterKey = layout.afterKey == "\n" ? inner : layout.afterKey
                return comment + inner + "<key>\(entry.key)</key>" + afterKey + element(entry.value, layout, at: place)
            }
            return "<dict>\(entries.joined())\(outer)</dict>"
        case .array(let elements):
            return "<array>\(elements.map { inner + element($0, layout, at: path + ["0"]) }.joined())\(outer)</array>"
        case .string(let string):
            return "<string>\(string.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</string>"
        case .integer(let integer): return "<integer>\(integer)</integer>"
        default: return "<true/>"
        }
    }
}

extension String {
    fileprivate var comments: [String] {
        split(separator: "<!--").dropFirst().compactMap { part in
            part.firstRange(of: "-->").map { "<!--\(part[..<$0.lowerBound])-->" }
        }
    }
}

extension PropertyList {
    fileprivate var dictionary: PropertyListDictionary? {
        if case .dictionary(let dictionary) = self { dictionary } else { nil }
    }

    /// Returns whether the keys that both have are in the same order, in dictionaries within dictionaries too.
    fileprivate func keysKeepOrder(of old: PropertyList) -> Bool {
        guard case .dictionary(let new) = self, case .dictionary(let old) = old else { return true }
        let common = new.keys.filter { old[$0] != nil }
        return common == old.keys.filter { new[$0] != nil }
            && common.allSatisfy { key in
                guard let part = new[key], let oldPart = old[key] else { return true }
                return part.keysKeepOrder(of: oldPart)
            }
    }
}
