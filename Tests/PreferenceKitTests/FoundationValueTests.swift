import PropertyLists
import Foundation
import PreferenceKit
import Testing

@Suite("Foundation types")
struct FoundationValueTests {
    private static let formats: [PropertyListFormat] = [.xml, .binary]

    @Test("bytes are read as they were written, even if there are none", arguments: formats)
    func data(format: PropertyListFormat) throws {
        try expectRoundTrip([Data(), Data([0]), Data(0...255), Data(count: 100_000)], format)
        #expect(Data([1, 2]).propertyList == .data([1, 2]))
        #expect(Data([0, 1, 2, 3])[2...].propertyList == .data([2, 3]))
        expectRefused(["AQI=", [1, 2]], as: Data.self)
    }

    @Test(
        "dates in whole seconds are read as they were written, including the earliest and the latest",
        arguments: formats
    )
    func dates(format: PropertyListFormat) throws {
        let seconds: [TimeInterval] = [0, 1, -1, -978_307_200, 252_423_993_599]
        try expectRoundTrip(
            seconds.map(Date.init(timeIntervalSinceReferenceDate:)) + [.distantPast, .distantFuture],
            format
        )
        expectRefused([0, 1.5, "2001-01-01T00:00:00Z"], as: Date.self)
    }

    @Test("UUIDs are read as they were written, and in upper or lower case", arguments: formats)
    func identifiers(format: PropertyListFormat) throws {
        let identifier = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        try expectRoundTrip([identifier, UUID(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))], format)
        #expect(identifier.propertyList == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        #expect(UUID(propertyList: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f") == identifier)
        let bad: [PropertyList] = [
            "", "E621E1F8-C36C-495A-93FC-0C247A3E6E5", "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF",
            "{E621E1F8-C36C-495A-93FC-0C247A3E6E5F}", "E621E1F8C36C495A93FC0C247A3E6E5F",
            .data(Array(repeating: 0, count: 16)),
        ]
        expectRefused(bad, as: UUID.self)
    }

    @Test("locales and time zones are their identifiers, and are read from what Codable writes", arguments: formats)
    func locales(format: PropertyListFormat) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Vienna"))
        try expectRoundTrip([Locale(identifier: "en_US"), Locale(identifier: "de_AT@currency=EUR")], format)
        try expectRoundTrip([zone, .gmt], format)
        #expect(zone.propertyList == "Europe/Vienna" && Locale(identifier: "en_US").propertyList == "en_US")
        for (old, new) in [(try written(Locale(identifier: "en_US")), "en_US"), (try written(zone), "Europe/Vienna")] {
            #expect(Locale(propertyList: old)?.identifier == new)
        }
        #expect(TimeZone(propertyList: try written(zone)) == zone)
        let preferences = Preferences(.inMemory(["locale": try written(Locale(identifier: "en_US"))]))
        let key = PreferenceKey("locale", default: Locale(identifier: "de"))
        preferences[key] = preferences[key]
        #expect(try preferences.dictionaryRepresentation() == ["locale": "en_US"])
        expectRefused([1, ["x": "en"]], as: Locale.self)
        expectRefused(["Nowhere/Town"], as: TimeZone.self)
    }

    /// Returns what the `Codable` conformance of Foundation writes.
    private func written(_ value: some Encodable) throws -> PropertyList {
        try PropertyList(parsing: Array(PropertyListEncoder().encode(value)).span)
    }

    private struct Visit: Codable, Equatable {
        var at: Date
        var page: URL
        var visitor: UUID
        var price: Decimal
        var picture: Data
    }

    @Test("a Foundation type inside a Codable value has the same stored form as outside")
    func codable() throws {
        let visit = Visit(
            at: Date(timeIntervalSinceReferenceDate: 60),
            page: try #require(URL(string: "https://example.com/?q=1#top")),
            visitor: UUID(),
            price: try #require(Decimal(string: "9.99")),
            picture: Data([1, 2])
        )
        let form = try PropertyListValueEncoder().encode(visit)
        let expected: PropertyList = [
            "at": .date(PropertyListDate(secondsSinceReferenceDate: 60)),
            "page": "https://example.com/?q=1#top",
            "visitor": .string(visit.visitor.uuidString),
            "price": "9.99",
            "picture": .data([1, 2]),
        ]
        #expect(form == expected)
        #expect(try PropertyListValueDecoder().decode(Visit.self, from: form) == visit)
    }

    @Test("the error for a wrong type instead of Data inside a Codable value does not expect an array")
    func codableMismatch() throws {
        let error = #expect(throws: DecodingError.self) {
            try PropertyListValueDecoder().decode([String: Data].self, from: ["a": 1])
        }
        let text = try #require(error.map { String(describing: $0) })
        #expect(!text.contains("expected an array"))
    }
}
