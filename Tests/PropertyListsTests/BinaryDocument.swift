@testable import PropertyLists

/// A binary property list put together by hand, so that a test can break it in one place.
struct BinaryDocument {
    var magic = "bplist00"
    /// The bytes of each object, its marker first.
    var objects: [[UInt8]]
    var root: UInt64 = 0
    var offsetWidth = 1
    var referenceWidth = 1
    /// The offsets, where they are not those of the objects.
    var offsets: [UInt64]?
    var objectCount: UInt64?
    var offsetTable: UInt64?
    /// Bytes between the offset table and the trailer.
    var gap: [UInt8] = []

    init(_ objects: [UInt8]...) {
        self.objects = objects
    }

    var bytes: [UInt8] {
        var bytes = Array(magic.utf8)
        var offsets: [UInt64] = []
        for object in objects {
            offsets.append(UInt64(bytes.count))
            bytes += object
        }
        let end = UInt64(bytes.count)
        for offset in self.offsets ?? offsets {
            bytes.append(bigEndian: offset, width: offsetWidth)
        }
        bytes += gap + [0, 0, 0, 0, 0, 0, UInt8(offsetWidth), UInt8(referenceWidth)]
        bytes.append(bigEndian: objectCount ?? UInt64(self.offsets?.count ?? offsets.count), width: 8)
        bytes.append(bigEndian: root, width: 8)
        bytes.append(bigEndian: offsetTable ?? end, width: 8)
        return bytes
    }
}

extension PropertyList {
    init(binary bytes: [UInt8]) throws(PropertyListError) {
        self = try bytes.span.withByteView { bytes throws(PropertyListError) in try BinaryReader.read(bytes) }
    }

    init(binary document: BinaryDocument) throws(PropertyListError) {
        try self.init(binary: document.bytes)
    }

    init(json text: String) throws(PropertyListError) {
        try self.init(json: Array(text.utf8))
    }

    init(json bytes: [UInt8]) throws(PropertyListError) {
        try self.init(parsingJSON: bytes.span)
    }
}

/// The error of a reading that fails; nil of one that does not.
func error(of read: () throws(PropertyListError) -> PropertyList) -> PropertyListError? {
    do throws(PropertyListError) {
        _ = try read()
        return nil
    } catch {
        return error
    }
}

/// Containers one in another.
func nested(_ depth: Int, around value: PropertyList = 1) -> PropertyList {
    (0..<depth).reduce(value) { value, level in level.isMultiple(of: 2) ? [value] : ["k": value] }
}
