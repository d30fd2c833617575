// Measures the codecs of PropertyLists.
//
//     codecs generate DIRECTORY     writes the documents to measure, such as DIRECTORY/large.xml
//     codecs measure DIRECTORY      prints lines of document, operation, microseconds, bytes; also for those of shapes.py
//     codecs read FILE              reads a document, so that its peak memory can be measured

import Glibc
import PropertyLists

/// An error with a description.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// Returns all bytes of a file.
func contents(ofFile path: String) throws -> [UInt8] {
    guard let file = unsafe fopen(path, "r") else { throw Failure(description: "\(path) cannot be opened") }
    defer { unsafe fclose(file) }
    unsafe fseek(file, 0, SEEK_END)
    let count = unsafe ftell(file)
    unsafe rewind(file)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        initialized = unsafe fread(buffer.baseAddress, 1, count, file)
    }
    guard bytes.count == count else { throw Failure(description: "\(path) cannot be read") }
    return bytes
}

/// Writes a file, and replaces an existing one.
func write(_ bytes: [UInt8], toFile path: String) throws {
    guard let file = unsafe fopen(path, "w") else { throw Failure(description: "\(path) cannot be opened") }
    let written = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe fwrite(buffer.baseAddress, 1, buffer.count, file)
    }
    guard unsafe fclose(file) == 0, written == bytes.count else {
        throw Failure(description: "\(path) cannot be written")
    }
}

private func path(of size: SampleSize, _ format: PropertyListFormat, in directory: String) -> String {
    "\(directory)/\(size).\(format.rawValue)"
}

/// Writes each sample in each format, after checking that the document parses to an equal value.
func generate(in directory: String) throws {
    for size in SampleSize.allCases {
        let sample = sampleDictionary(of: size)
        for format in PropertyListFormat.allCases {
            let document = try sample.serialized(as: format)
            guard try PropertyList(parsing: document.span, as: format) == sample else {
                throw Failure(description: "\(size), \(format.rawValue): the document does not equal the sample")
            }
            try write(document, toFile: path(of: size, format, in: directory))
        }
    }
}

/// Measures each operation once, alternating the formats.
func measure(in directory: String) throws {
    for size in SampleSize.allCases {
        let sample = sampleDictionary(of: size)
        for format in PropertyListFormat.allCases {
            let document = try contents(ofFile: path(of: size, format, in: directory))
            try measure(document, named: "\(size)", of: sample, seeking: size.soughtKey, as: format)
        }
    }
    for name in ["mixed", "short", "deep"] {
        for format in [PropertyListFormat.xml, .binary] {
            let document = try contents(ofFile: "\(directory)/\(name).\(format.rawValue)")
            let tree = try PropertyList(parsing: document.span, as: format)
            guard case .dictionary(let root) = tree else {
                throw Failure(description: "\(name): the root is no dictionary")
            }
            try measure(document, named: name, of: tree, seeking: root.keys[root.count * 3 / 4], as: format)
        }
    }
}

func measure(
    _ document: [UInt8],
    named documentName: String,
    of tree: PropertyList,
    seeking key: String,
    as format: PropertyListFormat
) throws {
    let stopwatch = Stopwatch(name: documentName, byteCount: document.count)
    let name = format.rawValue
    try stopwatch.time("read \(name)") { try PropertyList(parsing: document.span, as: format) }
    try stopwatch.time("write \(name)") { try tree.serialized(as: format) }
    if format == .xml || format == .binary {
        try stopwatch.time("find \(name)") { try value(of: key, in: document, as: format) }
    }
}

/// Returns the value of one key of a document, as a program does that needs only this value.
func value(of key: String, in document: [UInt8], as format: PropertyListFormat) throws -> PropertyList? {
    try PropertyList(at: [key], parsing: document.span, as: format)
}

func run(_ arguments: ArraySlice<String>) throws {
    switch (arguments.first, arguments.count) {
    case ("generate", 2):
        try generate(in: arguments[2])
    case ("measure", 2):
        try measure(in: arguments[2])
    case ("read", 2):
        let document = try contents(ofFile: arguments[2])
        keep(try PropertyList(parsing: document.span))
    default:
        throw Failure(description: "usage: codecs generate DIRECTORY | measure DIRECTORY | read FILE")
    }
}

try run(CommandLine.arguments.dropFirst())
