extension PropertyList {
    /// This value as a document of a format gives it back: XML and OpenStep text hold whole seconds, and round a date
    /// down.
    package func held(in format: PropertyListFormat) -> PropertyList {
        switch format {
        case .xml, .openStep: hasFractionOfSecond ? inWholeSeconds : self
        case .binary, .json: self
        }
    }

    private var hasFractionOfSecond: Bool {
        switch self {
        case .date(let date): date != date.inWholeSeconds
        case .array(let elements): elements.contains { $0.hasFractionOfSecond }
        case .dictionary(let dictionary): dictionary.contains { $0.value.hasFractionOfSecond }
        default: false
        }
    }

    private var inWholeSeconds: PropertyList {
        switch self {
        case .date(let date): .date(date.inWholeSeconds)
        case .array(let elements): .array(elements.map(\.inWholeSeconds))
        case .dictionary(let dictionary): .dictionary(dictionary.mapValues(\.inWholeSeconds))
        default: self
        }
    }
}

extension PropertyListDictionary {
    /// This dictionary as a document of a format gives it back.
    package func held(in format: PropertyListFormat) -> PropertyListDictionary {
        guard case .dictionary(let held) = PropertyList.dictionary(self).held(in: format) else { return self }
        return held
    }

    fileprivate func mapValues(_ transform: (PropertyList) -> PropertyList) -> PropertyListDictionary {
        PropertyListDictionary(uniqueEntries: map { Entry(key: $0.key, value: transform($0.value)) })
    }
}

extension PropertyListDate {
    /// The second within which the moment lies.
    fileprivate var inWholeSeconds: PropertyListDate {
        // The text of a negative zero is that of zero.
        PropertyListDate(secondsSinceReferenceDate: secondsSinceReferenceDate.rounded(.down) + 0)
    }
}
