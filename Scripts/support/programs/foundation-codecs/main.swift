// Measures Foundation's PropertyListSerialization, as codecs measures PropertyLists.
//
//     foundation-codecs measure DIRECTORY     prints lines of document, operation, microseconds, bytes
//     foundation-codecs read FILE             reads a document, so that its peak memory can be measured

import Foundation

func propertyList(in document: Data) throws -> Any {
    try unsafe PropertyListSerialization.propertyList(from: document, format: nil)
}

func contents(ofFile path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
}

/// Prints the processor time of an operation on a document.
func time<Value>(_ size: String, _ operation: String, _ document: Data, _ body: () throws -> Value) rethrows {
    let start = clock()
    let result = try body()
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    print("\(size)\t\(operation)\t\(seconds * 1e6)\t\(document.count)")
    withExtendedLifetime(result) {}
}

/// Reads the large documents, and writes the medium ones, since writing the large ones takes longer than everything
/// else.
func measure(in directory: String) throws {
    let formats: [(String, PropertyListSerialization.PropertyListFormat)] = [("xml", .xml), ("binary", .binary)]
    for (name, format) in formats {
        for size in ["large", "mixed", "short", "deep"] {
            let document = try contents(ofFile: "\(directory)/\(size).\(name)")
            try time(size, "read \(name)", document) { try propertyList(in: document) }
        }
        let medium = try contents(ofFile: "\(directory)/medium.\(name)")
        let root = try propertyList(in: medium)
        try time("medium", "write \(name)", medium) {
            try PropertyListSerialization.data(fromPropertyList: root, format: format, options: 0)
        }
    }
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("measure", 2): try measure(in: arguments[2])
case ("read", 2): _ = try propertyList(in: contents(ofFile: arguments[2]))
default: exit(2)
}
