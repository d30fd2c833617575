import Foundation
import PreferenceKit
import TestSupport
import Testing

/// Each test in a process of its own, which would not survive what `NSKeyedUnarchiver` alone does with these.
@Suite("A damaged archive")
struct ArchiveDamageTests {
    @Test("is an archive or none, whichever byte of it is another")
    func bytes() async {
        await #expect(processExitsWith: .success) {
            for archive in try sampleArchives() {
                for position in archive.indices {
                    for mask in [0x01, 0x10, 0x80, 0xFF] as [UInt8] {
                        var damaged = archive
                        damaged[position] ^= mask
                        read(damaged)
                    }
                }
            }
        }
    }

    @Test("is an archive or none, whichever of its values is another")
    func values() async {
        await #expect(processExitsWith: .success) {
            for archive in try sampleArchives() {
                let root = try PropertyList(parsing: archive.span)
                for path in paths(of: root) {
                    for value in otherValues {
                        if let damaged = try PropertyList(changing: root, at: path[...], to: value) {
                            read(try damaged.serialized(as: .binary))
                        }
                    }
                    if let damaged = root.removing(at: path[...]) {
                        read(try damaged.serialized(as: .binary))
                    }
                }
            }
        }
    }

    @Test("is none where it names a class without secure coding, or leads in a circle")
    func refused() throws {
        let object: PropertyList = ["$class": .uid(2), "NS.objects": [.uid(1)]]
        func archive(className: PropertyList) throws -> PropertyList {
            let root: PropertyList = [
                "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(1)],
                "$objects": ["$null", object, ["$classname": className, "$classes": [className]]],
            ]
            return .data(try root.serialized(as: .binary))
        }
        let names: [PropertyList] = [
            "NSArray", "NSThread", "NoClass", "Foundation.NSArray", "\u{1}\u{2}\u{3}\u{4}\u{5}", 1,
        ]
        for name in names {
            expectRefused([try archive(className: name)], as: Archived<NSArray>.self)
        }
    }
}

private func sampleArchives() throws -> [[UInt8]] {
    let url = try Archived(#require(NSURL(string: "https://example.com/?q")))
    let uuid = try Archived(NSUUID())
    let date = try Archived(NSDate(timeIntervalSinceReferenceDate: 1.5))
    let array = try Archived(NSArray(array: ["a", 1, Data([1]), ["b"]]))
    let dictionary = try Archived(NSDictionary(dictionary: ["a": 1, "b": ["c": true]]))
    let bookmark = try Archived(Bookmark(title: "b", parent: Bookmark(title: "a")))
    return [url.archive, uuid.archive, date.archive, array.archive, dictionary.archive, bookmark.archive].map(
        Array.init
    )
}

/// Reads an archive, of which every object is decoded before the class of the outermost is looked at.
private func read(_ archive: [UInt8]) {
    _ = Archived<Bookmark>(propertyList: .data(archive))
}

/// Where each value of a property list stands.
private func paths(of value: PropertyList) -> [[String]] {
    let members: [(String, PropertyList)] =
        switch value {
        case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
        case .dictionary(let dictionary): dictionary.map { ($0.key, $0.value) }
        default: []
        }
    return [[]] + members.flatMap { token, member in paths(of: member).map { [token] + $0 } }
}

/// A value of each kind, and a reference to each of the first objects and to none.
private let otherValues: [PropertyList] =
    ["", "$null", "NSArray", 0, -1, .integer(.max), 1.5, .real(.nan), true, .data([]), .data([0]), [], [:], ["a"]]
    + [.date(PropertyListDate(secondsSinceReferenceDate: 0)), .uid(.max)] + (0..<12).map { .uid($0) }
