import Foundation
import PreferenceKit
import TestSupport
import Testing

/// Tests that damage archives run in their own process, because `NSKeyedUnarchiver` alone would crash on some of them.
@Suite("Damaged archives", .mayWait)
struct ArchiveDamageTests {
    @Test("an archive with any byte changed decodes or is rejected, and never stops the process")
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

    @Test("an archive with any value changed or removed decodes or is rejected, and never stops the process")
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

    @Test("an archive that names an unknown class, or a class without secure coding, is rejected")
    func classes() throws {
        #expect(try archive(of: [[.uid(2)], []]) != nil)
        for name in ["NSThread", "NoClass", "Foundation.NSArray.x", "\u{1}\u{2}\u{3}\u{4}\u{5}", ""] {
            #expect(try archive(of: [[.uid(2)], []], className: .string(name)) == nil, "\(name.debugDescription)")
        }
        #expect(try archive(of: [[.uid(2)], []], className: 1) == nil)
    }

    @Test("an archive with a circular, missing or too deep reference is rejected")
    func references() throws {
        #expect(try archive(of: [[.uid(2), .uid(3)], [.uid(3)], []]) != nil)
        #expect(try archive(of: [[.uid(1)]]) == nil)
        #expect(try archive(of: [[.uid(2)], [.uid(1)]]) == nil)
        #expect(try archive(of: [[.uid(9)]]) == nil)
        #expect(try archive(of: [[.uid(.max)]]) == nil)
        #expect(try archive(of: (2...100_000).map { [.uid($0)] } + [[]]) == nil)
    }
}

/// Returns an archive of arrays whose elements are references, or nil if it is rejected.
///
/// Object 1 is the first array, which is the outermost.
private func archive(of arrays: [[PropertyList]], className: PropertyList = "NSArray") throws -> Archived<NSArray>? {
    let reference = PropertyList.uid(UInt64(arrays.count + 1))
    let objects = arrays.map { PropertyList.dictionary(["$class": reference, "NS.objects": .array($0)]) }
    let root: PropertyList = [
        "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(1)],
        "$objects": .array(["$null"] + objects + [["$classname": className, "$classes": [className]]]),
    ]
    return Archived(propertyList: .data(try root.serialized(as: .binary)))
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

/// Reads an archive, and decodes every object in it before the class of the outermost object is checked.
private func read(_ archive: [UInt8]) {
    _ = Archived<Bookmark>(propertyList: .data(archive))
}

/// Returns the path of each value in a property list.
private func paths(of value: PropertyList) -> [[String]] {
    let members: [(String, PropertyList)] =
        switch value {
        case .array(let elements): elements.enumerated().map { ("\($0)", $1) }
        case .dictionary(let dictionary): dictionary.map { ($0.key, $0.value) }
        default: []
        }
    return [[]] + members.flatMap { token, member in paths(of: member).map { [token] + $0 } }
}

/// Values of each kind, and references to each of the first 12 objects and to a missing one.
private let otherValues: [PropertyList] =
    ["", "$null", "NSArray", 0, -1, .integer(.max), 1.5, .real(.nan), true, .data([]), .data([0]), [], [:], ["a"]]
    + [.date(PropertyListDate(secondsSinceReferenceDate: 0)), .uid(.max)] + (0..<12).map { .uid($0) }
