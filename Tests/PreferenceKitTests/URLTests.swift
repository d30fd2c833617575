import Foundation
import PreferenceKit
import Testing

@Suite("A URL")
struct URLTests {
    private static let texts = [
        "https://example.com", "https://example.com/p?q=1&r=a%20b#top", "https://user:pass@example.com:8080/",
        "https://例え.jp/ü?q=ä", "mailto:ada@example.com", "file:///tmp/a%20b", "file:///", "data:,x", "x:", "urn:isbn:1",
        "https://example.com/a//b/../c?", "https://[::1]/",
    ]

    @Test("comes back whole, query and fragment too", arguments: [PropertyListFormat.xml, .binary])
    func absolute(format: PropertyListFormat) throws {
        let urls = try URLTests.texts.map { try #require(URL(string: $0)) }
        try expectRoundTrip(urls, format)
        for url in urls {
            #expect(url.propertyList == .string(url.absoluteString))
        }
    }

    @Test("that is relative comes back with its base", arguments: [PropertyListFormat.xml, .binary])
    func relative(format: PropertyListFormat) throws {
        let base = try #require(URL(string: "https://example.com/a/"))
        let urls = ["b?q#f", "/b", "//host/b", "?q", "#f", ""].flatMap { text in
            [URL(string: text, relativeTo: base), URL(string: text)].compactMap(\.self)
        }
        try expectRoundTrip(urls, format)
        let url = try #require(URL(string: "b?q", relativeTo: base))
        #expect(url.propertyList == ["base": "https://example.com/a/", "relative": "b?q"])
    }

    @Test("is read as Foundation's property-list encoder writes it")
    func codable() throws {
        let base = try #require(URL(string: "https://example.com/a/"))
        for url in [base, try #require(URL(string: "b?q", relativeTo: base))] {
            let data = try PropertyListEncoder().encode([url])
            let bytes = Array(data)
            let form = try PropertyList(parsing: bytes.span)
            #expect([URL](propertyList: form) == [url])
        }
    }

    @Test("that UserDefaults stored as a path is a file's")
    func path() {
        #expect(URL(propertyList: "/tmp/a b")?.absoluteString == "file:///tmp/a%20b")
        #expect(URL(propertyList: "~/x") == URL(fileURLWithPath: NSHomeDirectory() + "/x"))
    }

    @Test("that UserDefaults archived, as it does on Apple's platforms, is read")
    func archived() throws {
        let url = try #require(NSURL(string: "https://example.com/p?q=1"))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true)
        #expect(URL(propertyList: archive.propertyList) == url as URL)
    }

    @Test("is nothing else")
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
