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

    @Test("is none where it names a class that is none, or one without secure coding")
    func classes() throws {
        #expect(try archive(of: [[.uid(2)], []]) != nil)
        for name in ["NSThread", "NoClass", "Foundation.NSArray.x", "\u{1}\u{2}\u{3}\u{4}\u{5}", ""] {
            #expect(try archive(of: [[.uid(2)], []], className: .string(name)) == nil, "\(name.debugDescription)")
        }
        #expect(try archive(of: [[.uid(2)], []], className: 1) == nil)
    }

    @Test("is none where it leads in a circle, too deep or nowhere")
    func references() throws {
        #expect(try archive(of: [[.uid(2), .uid(3)], [.uid(3)], []]) != nil)
        #expect(try archive(of: [[.uid(1)]]) == nil)
        #expect(try archive(of: [[.uid(2)], [.uid(1)]]) == nil)
        #expect(try archive(of: [[.uid(9)]]) == nil)
        #expect(try archive(of: [[.uid(.max)]]) == nil)
        #expect(try archive(of: (2...100_000).map { [.uid($0)] } + [[]]) == nil)
    }
}

/// An archive of arrays, the first of them outermost, whose elements are references: object 1 is the first array.
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
