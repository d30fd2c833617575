import Foundation
import PropertyLists

/// A keyed archive that is safe for `NSKeyedUnarchiver`, which stops the process at many damaged archives.
///
/// Its property list is parsed here, and written anew. Its references lead to objects and never form a cycle. Each
/// class has secure coding.
struct KeyedArchive {
    /// The archive, in the binary format.
    let data: Data

    /// Parses a keyed archive; returns nil if the bytes are not an archive, or it is damaged.
    init?(_ archive: Data) {
        let bytes = Array(archive)
        guard case .dictionary(let root)? = try? PropertyList(parsing: bytes.span),
            case .dictionary(let top)? = root["$top"],
            case .array(let objects)? = root["$objects"]
        else { return nil }
        var graph = KeyedArchiveGraph(objects: objects)
        guard graph.height(of: .dictionary(top), depth: 0) != nil,
            let written = try? PropertyList.dictionary(root).serialized(as: .binary)
        else { return nil }
        data = Data(written)
    }
}

/// The objects of a keyed archive, and their references to each other.
private struct KeyedArchiveGraph {
    private let objects: [PropertyList]
    /// The number of levels of values in each examined object, including the object itself.
    private var heights: [Int: Int] = [:]
    /// The objects on the way to the one that is being examined.
    private var open: Set<Int> = []

    init(objects: [PropertyList]) {
        self.objects = objects
    }

    /// Returns the number of levels of values that a value leads to.
    ///
    /// Returns nil unless all of it can be decoded in some order, and within the stack of a thread.
    mutating func height(of value: PropertyList, depth: Int) -> Int? {
        guard depth < PropertyList.depthLimit else { return nil }
        var below = 0
        var parts: [PropertyList] = []
        switch value {
        case .uid(let identifier):
            guard let height = height(ofObject: identifier, depth: depth) else { return nil }
            below = height
        case .array(let elements):
            parts = elements
        case .dictionary(let dictionary):
            guard isSoundObject(dictionary) else { return nil }
            parts = dictionary.map(\.value)
        default:
            break
        }
        for part in parts {
            guard let height = height(of: part, depth: depth + 1) else { return nil }
            below = max(below, height)
        }
        return below < PropertyList.depthLimit ? below + 1 : nil
    }

    private mutating func height(ofObject identifier: UInt64, depth: Int) -> Int? {
        guard let position = Int(exactly: identifier), position < objects.count else { return nil }
        if let height = heights[position] {
            return height
        }
        guard open.insert(position).inserted else { return nil }
        defer { open.remove(position) }
        let height = height(of: objects[position], depth: depth + 1)
        heights[position] = height
        return height
    }

    /// Returns whether a dictionary is not an object, or is one of a class that may be decoded.
    private func isSoundObject(_ dictionary: PropertyListDictionary) -> Bool {
        guard case .uid(let identifier)? = dictionary["$class"] else { return true }
        return hasSecureCoding(classAt: identifier) && hasValueForEachKey(dictionary)
    }

    private func hasSecureCoding(classAt identifier: UInt64) -> Bool {
        // A name with control characters would be treated as one that the compiler made, with addresses in it.
        guard let position = Int(exactly: identifier), position < objects.count,
            case .string(let name)? = objects[position][pointer: ["$classname"]],
            name.utf8.allSatisfy({ $0 > 0x20 }),
            let type = NSKeyedUnarchiver.class(forClassName: name) ?? NSClassFromString(name),
            let secureType = type as? any NSSecureCoding.Type
        else { return false }
        return secureType.supportsSecureCoding
    }

    /// Returns whether an archived dictionary has a value for each key; true for any other object.
    private func hasValueForEachKey(_ dictionary: PropertyListDictionary) -> Bool {
        guard let keys = dictionary["NS.keys"] else { return true }
        guard let keyCount = countOfObjects(keys), let values = dictionary["NS.objects"] else { return false }
        return countOfObjects(values) == keyCount
    }

    /// Returns the number of objects that an array refers to; nil if one of its elements does not refer to an object.
    private func countOfObjects(_ list: PropertyList) -> Int? {
        guard case .array(let elements) = list else { return nil }
        let isObject = { (element: PropertyList) in
            guard case .uid(let identifier) = element, let position = Int(exactly: identifier) else { return false }
            return position < objects.count && objects[position] != "$null"
        }
        return elements.allSatisfy(isObject) ? elements.count : nil
    }
}
