@testable import PropertyLists

extension PropertyList {
    init(xml text: String) throws(PropertyListError) {
        try self.init(xml: Array(text.utf8))
    }

    init(xml bytes: [UInt8]) throws(PropertyListError) {
        try self.init(parsing: bytes.span, as: .xml)
    }

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

/// The value at a path in a binary document, read without a tree of the others; nil where the path leads nowhere.
func locate(_ path: [String], in document: [UInt8]) throws(PropertyListError) -> PropertyList? {
    try PropertyList(at: path, parsing: document.span, as: .binary)
}

/// The error of a reading that fails; nil of one that does not.
func error<Value>(of read: () throws(PropertyListError) -> Value) -> PropertyListError? {
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

extension SourcePosition {
    init(offset: Int, in text: [UInt8]) {
        self = text.span.withByteView { SourcePosition(offset: offset, in: $0) }
    }
}
