import PropertyLists

private func path(of size: SampleSize, _ format: PropertyListFormat, in folder: String) -> String {
    "\(folder)/\(size).\(format.rawValue)"
}

/// Writes each sample in each format, once it is sure that the document holds the same again.
func generate(in folder: String) throws {
    for size in SampleSize.allCases {
        let sample = sampleDictionary(of: size)
        for format in PropertyListFormat.allCases {
            let document = try sample.serialized(as: format)
            guard try PropertyList(parsing: document.span, as: format) == sample else {
                throw Failure(description: "\(size), \(format.rawValue): the document does not hold the sample")
            }
            try write(document, toFile: path(of: size, format, in: folder))
        }
    }
}

/// Takes the time of each operation once, all formats in turns.
func measure(in folder: String) throws {
    for size in SampleSize.allCases {
        let sample = sampleDictionary(of: size)
        for format in PropertyListFormat.allCases {
            let document = try contents(ofFile: path(of: size, format, in: folder))
            let stopwatch = Stopwatch(size: size, byteCount: document.count)
            let name = format.rawValue
            try stopwatch.time("read \(name)") { try PropertyList(parsing: document.span, as: format) }
            try stopwatch.time("write \(name)") { try sample.serialized(as: format) }
            if format == .xml || format == .binary {
                try stopwatch.time("find \(name)") { try value(of: size.soughtKey, in: document, as: format) }
            }
        }
    }
}

/// The value of one key of a document: what the library has for a program that wants no more than that.
func value(of key: String, in document: [UInt8], as format: PropertyListFormat) throws -> PropertyList? {
    try PropertyList(at: [key], parsing: document.span, as: format)
}
