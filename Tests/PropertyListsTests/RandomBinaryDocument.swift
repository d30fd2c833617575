import TestSupport

@testable import PropertyLists

/// Writes binary property lists as no program does: widths, order, sharing and space between objects are random.
struct RandomBinaryDocument {
    private var objects: [[UInt8]] = []
    private var numbers: [PropertyList: Int] = [:]
    private let referenceWidth: Int

    /// A document that holds a tree.
    static func bytes(holding tree: PropertyList, using generator: inout SeededGenerator) -> [UInt8] {
        var writer = RandomBinaryDocument(referenceWidth: Int.random(in: 2...8, using: &generator))
        if Bool.random(using: &generator) {
            // Nothing refers to these.
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
