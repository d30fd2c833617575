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
