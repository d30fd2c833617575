import PropertyLists

/// The size of a document, as the number of its top-level keys.
enum SampleSize: Int, CaseIterable {
    case small = 20
    case medium = 2_000
    case large = 100_000

    /// The first key in the last quarter of the document.
    var soughtKey: String { sampleKey(rawValue * 3 / 4) }
}

/// Returns the preferences of an imaginary editor that remembers each document.
///
/// The result is the same at any time and on any machine.
func sampleDictionary(of size: SampleSize) -> PropertyList {
    var root = PropertyListDictionary()
    for index in 0..<size.rawValue {
        root[sampleKey(index)] = sampleValue(index)
    }
    return .dictionary(root)
}

private let names = [
    "title", "openCount", "zoom", "isPinned", "lastOpened", "bookmark", "recentSearches", "windowFrame", "subtitle",
    "project", "notes", "location",
]

private func sampleKey(_ index: Int) -> String {
    let digits = String(index)
    return "document" + String(repeating: "0", count: 6 - digits.count) + digits + "." + names[index % names.count]
}

private func sampleValue(_ index: Int) -> PropertyList {
    switch names[index % names.count] {
    case "title": .string("Meeting minutes, volume \(index)")
    case "openCount": .integer(PropertyListInteger(Int64(index * 7919)))
    case "zoom": .real(Double(index) / 7)
    case "isPinned": .boolean(index % 24 == 3)
    case "lastOpened": .date(PropertyListDate(secondsSinceReferenceDate: Double(index * 3607)))
    case "bookmark": .data((0..<240).map { UInt8(truncatingIfNeeded: index &* $0 &+ $0 >> 3) })
    case "recentSearches": .array((0..<8).map { .string("search term \(index + $0)") })
    case "windowFrame":
        [
            "x": .integer(PropertyListInteger(Int64(index % 1920))),
            "y": .integer(PropertyListInteger(Int64(index % 1080))),
            "width": .real(640.5 + Double(index % 400)), "height": 480, "screen": "Built-in display & mirror",
        ]
    case "subtitle": .string("Übergröße für Straße \(index) — naïve café, 日本語")
    case "project":
        [
            "name": .string("project \(index)"), "tags": ["red", "green", "blue"], "isShared": true,
            "build": ["debug": .integer(PropertyListInteger(Int64(index % 640))), "flags": ["-O", "-g"]],
        ]
    case "notes":
        .string(
            String(repeating: "Call back <b>R&D</b> about item \(index); the draft is due next week. ", count: 8)
        )
    default: .string("/home/someone/Documents/archive/2024/report-\(index).txt")
    }
}
