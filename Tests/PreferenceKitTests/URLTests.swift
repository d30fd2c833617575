import PropertyLists
import Foundation
import PreferenceKit
import Testing

@Suite("URLs")
struct URLTests {
    private static let texts = [
        "https://example.com", "https://example.com/p?q=1&r=a%20b#top", "https://user:pass@example.com:8080/",
        "https://例え.jp/ü?q=ä", "mailto:ada@example.com", "file:///tmp/a%20b", "file:///", "data:,x", "x:", "urn:isbn:1",
        "https://example.com/a//b/../c?", "https://[::1]/",
    ]

    @Test(
        "a URL is read as it was written, including its query and fragment",
        arguments: [PropertyListFormat.xml, .binary]
    )
    func absolute(format: PropertyListFormat) throws {
        let urls = try URLTests.texts.map { try #require(URL(string: $0)) }
        try expectRoundTrip(urls, format)
        for url in urls {
            #expect(url.propertyList == .string(url.absoluteString))
        }
    }

    @Test("a relative URL is read as it was written, with its base", arguments: [PropertyListFormat.xml, .binary])
    func relative(format: PropertyListFormat) throws {
        let base = try #require(URL(string: "https://example.com/a/"))
        let urls = ["b?q#f", "/b", "//host/b", "?q", "#f", ""].flatMap { text in
            [URL(string: text, relativeTo: base), URL(string: text)].compactMap(\.self)
        }
        try expectRoundTrip(urls, format)
        let url = try #require(URL(string: "b?q", relativeTo: base))
        #expect(url.propertyList == ["base": "https://example.com/a/", "relative": "b?q"])
    }

    @Test("a URL is read from the form that Foundation's property list encoder writes")
    func codable() throws {
        let base = try #require(URL(string: "https://example.com/a/"))
        for url in [base, try #require(URL(string: "b?q", relativeTo: base))] {
            let data = try PropertyListEncoder().encode([url])
            let bytes = Array(data)
            let form = try PropertyList(parsing: bytes.span)
            #expect([URL](propertyList: form) == [url])
        }
    }

    @Test("a path that UserDefaults stored is read as a file URL")
    func path() {
        #expect(URL(propertyList: "/tmp/a b")?.absoluteString == "file:///tmp/a%20b")
        #expect(URL(propertyList: "~/x") == URL(fileURLWithPath: NSHomeDirectory() + "/x"))
    }

    @Test("a URL that UserDefaults archived, as it does on Apple's platforms, is read")
    func archived() throws {
        let url = try #require(NSURL(string: "https://example.com/p?q=1"))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true)
        #expect(URL(propertyList: archive.propertyList) == url as URL)
    }

    @Test("other values are not read as a URL")
    func refused() {
        expectRefused(
            [
                "", "example.com", "b?q", 1, true, [], [:], ["relative": 1], ["base": "https://example.com"],
                ["relative": "b", "base": 1], ["relative": "b", "base": "no base"], .data([]), .data([1, 2, 3]),
            ],
            as: URL.self
        )
    }
}
