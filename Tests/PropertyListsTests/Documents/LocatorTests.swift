import TestSupport
import Testing

@testable import PropertyLists

@Suite("Locating one value of a document without a tree")
struct LocatorTests {
    private static let document = """
        <?xml version="1.0"?>
        <plist version="1.0">
        <dict>
            <key>a&amp;b</key><string>x &lt; y</string>
            <!-- <key>hidden</key> -->
            <key>nested</key><dict><key>list</key><array><integer>1</integer><dict><key/><true/></dict></array></dict>
            <key>archive</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
            <key>é</key><real>1.5</real>
            <key>0</key><array/>
        </dict>
        </plist>
        """

    @Test(
        "a path leads to a value, through dictionaries by key and through arrays by position",
        arguments: [
            (["a&b"], "x < y"), (["nested", "list", "0"], 1), (["nested", "list", "1"], ["": true]),
            (["nested", "list", "1", ""], true), (["archive", "root"], .uid(1)), (["é"], 1.5), (["0"], []),
            (["archive"], ["root": .uid(1)]),
        ] as [([String], PropertyList)]
    )
    func value(path: [String], value: PropertyList) throws {
        #expect(try located(path, in: Self.document) == value)
    }

    @Test(
        "a path that leads nowhere is not an error",
        arguments: [
            ["b"], ["hidden"], ["list"], ["a&amp;b"], ["e\u{301}"], ["nested", "list", "2"], ["nested", "list", "01"],
            ["nested", "list", "-"], ["nested", "list", "-1"], ["nested", "list", "+1"], ["nested", "list", ""],
            ["nested", "list", "99999999999999999999"], ["a&b", "0"], ["0", "0"], ["nested", "0"], ["é", "é", "é"],
        ]
    )
    func nowhere(path: [String]) throws {
        #expect(try located(path, in: Self.document) == nil)
    }

    @Test("an empty path leads to the whole value")
    func root() throws {
        let whole = try PropertyList(xml: Self.document)
        #expect(try located([], in: Self.document) == whole)
        #expect(try located([], in: "<true/>") == true)
        #expect(try located(["a"], in: "<true/>") == nil)
        #expect(try located(["1"], in: "<array><true/><false/></array>") == false)
    }

    @Test(
        "an error anywhere in the document is the reader's error, whatever the path",
        arguments: [
            "<dict><key>k</key><true/><key>a</key><integer>x</integer></dict>",
            "<dict><key>a</key><integer>99999999999999999999</integer><key>k</key><true/></dict>",
            "<dict><key>k</key><true/><key>a</key><string>&unknown;</string></dict>",
            "<dict><key>&unknown;</key><true/><key>k</key><true/></dict>",
            "<dict><key>k</key><true/><key>a</key><data>AQ=</data></dict>",
            "<dict><key>k</key><true/><key>a</key><true>b</true></dict>",
            "<dict><key>k</key><true/><key>a</key><date>2001-02-30T00:00Z</date></dict>",
            "<dict><key>k</key><true/></dict><true/>", "<plist><dict><key>k</key><true/></dict>",
            "<dict><key>k</key></dict>", "<dict><key>k</key><true/>", "<array><integer/></array>", "",
            "<dict><key>k</key><true/></dict>\u{0}",
        ]
    )
    func errors(document: String) {
        let expected = error { () throws(PropertyListError) in try PropertyList(xml: document) }
        #expect(expected != nil)
        for path in [["k"], ["a"], ["0"], ["k", "b"], ["absent"]] {
            #expect(error { () throws(PropertyListError) in try located(path, in: document) } == expected)
        }
    }

    @Test("every path of a random document leads to the value in the tree")
    func everyPath() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<200 {
            let tree = RandomPropertyList().value(using: &generator)
            for format in [PropertyListFormat.xml, .binary, .json, .openStep] {
                guard let bytes = try? tree.serialized(as: format) else { continue }
                let read = try PropertyList(parsing: bytes.span, as: format)
                for path in paths(of: read) {
                    let absent = path + ["a key that no random tree has"]
                    #expect(try PropertyList(at: path, parsing: bytes.span, as: format) == read[pointer: path])
                    #expect(try PropertyList(at: absent, parsing: bytes.span, as: format) == nil)
                }
            }
        }
    }

    @Test("a damaged document has the same result as in the reader")
    func damage() {
        var generator = SeededGenerator.printingSeed()
        let document = Array(Self.document.utf8)
        for _ in 0..<500 {
            let damaged = document.damaged(using: &generator)
            for path in [["é"], ["nested", "list", "1"]] {
                let expected = Result { () throws(PropertyListError) in
                    try PropertyList(parsing: damaged.span, as: .xml)[pointer: path]
                }
                let found = Result { () throws(PropertyListError) in
                    try PropertyList(at: path, parsing: damaged.span, as: .xml)
                }
                #expect(found == expected)
            }
        }
    }

    private func located(_ path: [String], in document: String) throws(PropertyListError) -> PropertyList? {
        let bytes = Array(document.utf8)
        return try PropertyList(at: path, parsing: bytes.span, as: .xml)
    }

    /// Returns the paths of a value and of all values in it.
    private func paths(of value: PropertyList) -> [[String]] {
        let steps: [(String, PropertyList)] =
            switch value {
            case .array(let elements): elements.enumerated().map { (String($0), $1) }
            case .dictionary(let dictionary): dictionary.map { ($0.key, $0.value) }
            default: []
            }
        return [[]] + steps.flatMap { token, element in paths(of: element).map { [token] + $0 } }
    }
}
