import TestSupport

@testable import PropertyLists

/// A generator of random values that prefers edge cases.
///
/// Edge cases are extreme numbers, strings that need escapes, and keys that look like something else.
struct RandomPropertyList {
    /// Whether reals and dates are limited to what other programs keep: finite reals, and dates of whole seconds.
    var isPortable = false
    /// Whether values can contain the references of keyed archives.
    var hasReferences = true
    var depthLimit = 5

    func dictionary(using generator: inout SeededGenerator, depth: Int = 0) -> PropertyListDictionary {
        var dictionary = PropertyListDictionary()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            dictionary[string(using: &generator)] = value(using: &generator, depth: depth + 1)
        }
        return dictionary
    }

    func value(using generator: inout SeededGenerator, depth: Int = 0) -> PropertyList {
        switch Int.random(in: (depth < depthLimit ? 0 : 2)...(hasReferences ? 8 : 7), using: &generator) {
        case 0:
            .dictionary(dictionary(using: &generator, depth: depth))
        case 1:
            .array(
                (0..<Int.random(in: 0...6, using: &generator)).map { _ in value(using: &generator, depth: depth + 1) }
            )
        case 2: .string(string(using: &generator))
        case 3: .integer(integer(using: &generator))
        case 4: .real(real(using: &generator))
        case 5: .boolean(Bool.random(using: &generator))
        case 6: .date(PropertyListDate(secondsSinceReferenceDate: seconds(using: &generator)))
        case 7: .data(data(using: &generator))
        default:
            .uid(UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator))
        }
    }

    private func integer(using generator: inout SeededGenerator) -> PropertyListInteger {
        let bits = UInt64.random(in: 0...UInt64.max, using: &generator) >> UInt64.random(in: 0...63, using: &generator)
        return Bool.random(using: &generator)
            ? PropertyListInteger(bits) : PropertyListInteger(Int64(bitPattern: ~(bits >> 1)))
    }

    private func real(using generator: inout SeededGenerator) -> Double {
        let edges: [Double] = [0, 1, 0.1, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi]
        let notFinite: [Double] = [
            -0.0, .nan, -.nan, .infinity, -.infinity, .signalingNaN, Double(nan: 5, signaling: true),
        ]
        let bits = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
        return switch Int.random(in: 0...3, using: &generator) {
        case 0: edges.randomElement(using: &generator) ?? 0
        case 1 where !isPortable: notFinite.randomElement(using: &generator) ?? 0
        case 2 where bits.isFinite: bits
        default: (Double.random(in: -1e6...1e6, using: &generator) * 100).rounded() / 100 + 0.5
        }
    }

    private func seconds(using generator: inout SeededGenerator) -> Double {
        // From the year 1 to the year 9999.
        let whole = Double.random(in: -6.3e10...2.5e11, using: &generator).rounded()
        guard !isPortable else { return whole + 0.0 }
        return switch Int.random(in: 0...2, using: &generator) {
        case 0: real(using: &generator)
        case 1: whole + Double.random(in: 0..<1, using: &generator)
        default: whole
        }
    }

    private func data(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    private func string(using generator: inout SeededGenerator) -> String {
        // In XML, we read a dictionary with only this key as a reference, and plistlib reads it as a dictionary.
        let ours = isPortable ? [] : ["CF$UID"]
        let unusual = ["e\u{301}", "\u{E9}", "👩‍👩‍👧", "nan"]
        let marks = ["\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}", "\u{FFFE}a", "\u{FEFF}\u{FEFF}é"]
        let edges = ["", "$date", "$data", "$uid", "$real", "$dict", "a"] + unusual + marks + ours
        if Int.random(in: 0...3, using: &generator) == 0 {
            return edges.randomElement(using: &generator) ?? ""
        }
        let ranges: [ClosedRange<UInt32>] = [0x20...0x7E, 0...0x1F, 0x80...0x7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF]
        let range = Bool.random(using: &generator) ? ranges[0] : ranges.randomElement(using: &generator) ?? ranges[0]
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}

/// A writer of binary property lists that no program writes.
///
/// Widths, order, sharing and the space between objects are random.
struct RandomBinaryDocument {
    private var objects: [[UInt8]] = []
    private var numbers: [PropertyList: Int] = [:]
    private let referenceWidth: Int

    /// Returns a document that contains a tree.
    static func bytes(of tree: PropertyList, using generator: inout SeededGenerator) -> [UInt8] {
        var writer = RandomBinaryDocument(referenceWidth: Int.random(in: 2...8, using: &generator))
        if Bool.random(using: &generator) {
            // No object refers to these.
            writer.objects = [[0x09], [0xA0]]
        }
        let root = writer.number(tree, using: &generator)
        var document = BinaryDocument()
        document.root = UInt64(root)
        document.referenceWidth = writer.referenceWidth
        document.offsetWidth = Int.random(in: 3...8, using: &generator)
        var offsets = [UInt64](repeating: 0, count: writer.objects.count)
        var offset = BinaryTrailer.headerLength
        for number in writer.objects.indices.shuffled(using: &generator) {
            offsets[number] = UInt64(offset)
            let gap = [UInt8](repeating: 0xFF, count: Int.random(in: 0...8, using: &generator) / 7)
            document.objects.append(writer.objects[number] + gap)
            offset += writer.objects[number].count + gap.count
        }
        document.offsets = offsets
        return document.bytes
    }

    private init(referenceWidth: Int) {
        self.referenceWidth = referenceWidth
    }

    private mutating func number(_ value: PropertyList, using generator: inout SeededGenerator) -> Int {
        if let number = numbers[value], Int.random(in: 0...3, using: &generator) > 0 {
            return number
        }
        var object: [UInt8] = []
        switch value {
        case .array(let elements):
            object.append(marker: BinaryMarker.array, count: elements.count)
            let references = elements.map { number($0, using: &generator) }
            object.append(bigEndian: references[...], width: referenceWidth)
        case .dictionary(let dictionary):
            object.append(marker: BinaryMarker.dictionary, count: dictionary.count)
            let references =
                dictionary.map { number(.string($0.key), using: &generator) }
                + dictionary.map { number($0.value, using: &generator) }
            object.append(bigEndian: references[...], width: referenceWidth)
        default:
            object.append(binaryScalar: value)
        }
        objects.append(object)
        numbers[value] = objects.count - 1
        return objects.count - 1
    }
}

extension [UInt8] {
    /// Appends the marker of a binary object with a count.
    mutating func append(marker: UInt8, count: Int) {
        append(addingCapacity: OutputSpan<UInt8>.longestMarker) { output in
            output.append(marker: marker, count: count)
        }
    }

    /// Appends the binary object of a scalar, as a document consists of nothing else before its offset table.
    mutating func append(binaryScalar value: PropertyList) {
        guard let document = try? value.serialized(as: .binary) else {
            preconditionFailure("a scalar that no document can have")
        }
        let table = document.suffix(8).reduce(0) { $0 << 8 | Int($1) }
        append(contentsOf: document[BinaryTrailer.headerLength..<table])
    }
}
