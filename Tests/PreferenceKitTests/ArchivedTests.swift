import PropertyLists
import Foundation
import PreferenceKit
import Testing

/// A class that an application declares.
final class Bookmark: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true

    let title: String
    var parent: Bookmark?

    init(title: String, parent: Bookmark? = nil) {
        self.title = title
        self.parent = parent
    }

    init?(coder: NSCoder) {
        guard let title = coder.decodeObject(of: NSString.self, forKey: "title") else { return nil }
        self.title = title as String
        parent = coder.decodeObject(of: Bookmark.self, forKey: "parent")
    }

    func encode(with coder: NSCoder) {
        coder.encode(title as NSString, forKey: "title")
        coder.encode(parent, forKey: "parent")
    }
}

@Suite("Archived objects")
struct ArchivedTests {
    private static let formats: [PropertyListFormat] = [.xml, .binary]

    @Test("an object of a Foundation class or of an application's class is read as it was written", arguments: formats)
    func roundTrip(format: PropertyListFormat) throws {
        try expectRoundTrip([try Archived(NSURL(string: "https://example.com/?q")!)], format)
        let list = try Archived(NSArray(array: ["a", 1, Data([1])]))
        try expectRoundTrip([list], format)
        #expect(list.value == ["a", 1, Data([1])] as NSArray)
        let table = try Archived(NSDictionary(dictionary: ["a": ["b": 1]]))
        #expect(table.value == ["a": ["b": 1]] as NSDictionary)
        let bookmark = try Archived(Bookmark(title: "b", parent: Bookmark(title: "a")))
        try expectRoundTrip([bookmark], format)
        #expect(bookmark.value.title == "b")
        #expect(bookmark.value.parent?.title == "a")
    }

    @Test("NSKeyedUnarchiver reads an archived object, and an archive by NSKeyedArchiver is read")
    func foundation() throws {
        let suite = try SuiteInDirectory()
        let key = PreferenceKey<Archived<NSURL>?>("url")
        let url = try #require(NSURL(string: "https://example.com/?q"))
        try suite.preferences().set(Archived(url), for: key)
        guard case .data(let bytes)? = try suite.contents()[pointer: ["url"]] else {
            Issue.record("the file holds no data")
            return
        }
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: Data(bytes)) == url)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.outputFormat = .xml
        archiver.encode(url, forKey: NSKeyedArchiveRootObjectKey)
        try suite.write(["url": archiver.encodedData.propertyList])
        #expect(try suite.preferences().value(for: key)?.value == url)
    }

    @Test("the value is a new object each time, so a change to one does not affect another")
    func copies() throws {
        let archived = try Archived(NSMutableArray(array: [1]))
        archived.value.add(2)
        #expect(archived.value == [1] as NSArray)
    }

    @Test("an archive of another class is a value of the wrong type")
    func otherClass() throws {
        let suite = try SuiteInDirectory()
        try suite.write(["k": try Archived(NSUUID()).propertyList])
        let key = PreferenceKey<Archived<NSURL>?>("k")
        #expect(throws: PreferenceError.self) { try suite.preferences().value(for: key) }
        expectRefused(["text", [], .data([]), .data(Array("bplist00".utf8)), .data([0])], as: Archived<NSURL>.self)
    }

    @Test("an object that contains itself is rejected, because it could not be read")
    func cycle() throws {
        let bookmark = Bookmark(title: "a")
        bookmark.parent = bookmark
        defer { bookmark.parent = nil }
        #expect(throws: CocoaError.self) { try Archived(bookmark) }
    }
}
