import PropertyLists
import TestSupport

extension FuzzedDocument {
    func checkEditing() throws(FuzzFinding) {
        var generator = generator
        for case (let format, .dictionary(let old)) in values {
            if format == .xml, edited(to: old, from: old, as: format) != .success(bytes) {
                throw FuzzFinding("as \(format) it alters without a change")
            }
            for _ in 0..<4 {
                let new = old.changed(using: &generator)
                try check(edited(to: new, from: old, as: format), holds: new, as: format)
            }
        }
    }

    private func edited(
        to new: PropertyListDictionary,
        from old: PropertyListDictionary,
        as format: PropertyListFormat
    ) -> Result<[UInt8], PropertyListError> {
        Result { () throws(PropertyListError) in
            try new.serialized(changing: bytes.span, replacing: old, as: format)
        }
    }

    private func check(
        _ outcome: Result<[UInt8], PropertyListError>,
        holds new: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(FuzzFinding) {
        switch outcome {
        case .success(let edited):
            let read = FuzzedDocument(edited).read(as: format)
            if read != .success(.dictionary(new)) {
                throw FuzzFinding("as \(format) it was changed to \(edited), which holds \(read), not \(new)")
            }
        case .failure(let error):
            switch error.problem {
            // A date in the year 0 may be in the year before, because of its offset from UTC.
            case .dateOutOfRange where format == .openStep: break
            default: throw FuzzFinding("as \(format) it cannot be changed to \(new): \(error)")
            }
        }
    }
}

extension PropertyListDictionary {
    /// Values that every format stores unchanged.
    fileprivate static let values: [PropertyList] = [
        true, 0, -1, 1.5, "", "<&>]]> \"'\\ é😀", .integer(.max), .integer(.min), .data([0, 1, 255]), [], [:],
        .date(PropertyListDate(secondsSinceReferenceDate: -1)), ["k": [1, ["": "a"]]],
    ]

    /// Returns this dictionary with entries changed, removed, and added at the end.
    fileprivate func changed(using generator: inout SeededGenerator) -> PropertyListDictionary {
        var new = self
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let key = randomElement(using: &generator)?.key ?? "k"
            let value = PropertyListDictionary.values.randomElement(using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: new[key] = nil
            case 4: new[key] = new[key]?.withChangedElement(using: &generator)
            case 1: new[key] = value
            case 2: new[key + "&é"] = value
            default: new["a"] = value
            }
        }
        return new
    }
}

extension PropertyList {
    /// Returns this value with an element replaced, inserted or removed in the first array on a random way into it.
    fileprivate func withChangedElement(using generator: inout SeededGenerator) -> PropertyList {
        switch self {
        case .dictionary(var dictionary):
            if let entry = dictionary.randomElement(using: &generator) {
                dictionary[entry.key] = entry.value.withChangedElement(using: &generator)
            }
            return .dictionary(dictionary)
        case .array(var elements):
            let position = Int.random(in: 0...elements.count, using: &generator)
            let value = PropertyListDictionary.values.randomElement(using: &generator) ?? []
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where position < elements.count: elements.remove(at: position)
            case 1 where position < elements.count: elements[position] = value
            case 2 where position < elements.count:
                elements[position] = elements[position].withChangedElement(using: &generator)
            default: elements.insert(value, at: position)
            }
            return .array(elements)
        default:
            return self
        }
    }
}
