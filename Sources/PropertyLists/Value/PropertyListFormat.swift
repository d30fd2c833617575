/// A file format for property lists.
public enum PropertyListFormat: String, Sendable, CaseIterable {
    /// Apple's XML property list 1.0, the format of a new suite file.
    case xml
    /// Apple's binary property list, `bplist00`.
    case binary
    /// JSON, with every kind of value in a form that reads back the same.
    case json
    /// OpenStep text, with GNUstep's typed values for the kinds that the format itself lacks.
    case openStep = "openstep"
}

extension PropertyListFormat {
    /// The format that the extension of a file's name implies: XML for `.plist`, JSON for `.json`, and OpenStep text
    /// for `.strings`; nil for any other name.
    package init?(extensionOf path: String) {
        if path.hasSuffix(".plist") {
            self = .xml
        } else if path.hasSuffix(".json") {
            self = .json
        } else if path.hasSuffix(".strings") {
            self = .openStep
        } else {
            return nil
        }
    }
}

extension PropertyList {
    /// Returns this value as it reads back from a format: XML and OpenStep text round a date down to whole seconds.
    package func stored(in format: PropertyListFormat) -> PropertyList {
        isStoredExactly(in: format) ? self : inWholeSeconds
    }

    /// Returns whether this value reads back from a format as it is.
    package func isStoredExactly(in format: PropertyListFormat) -> Bool {
        switch format {
        case .xml, .openStep: !hasFractionOfSecond
        case .binary, .json: true
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
        guard case .date(let date) = self else { return mapParts { $1.inWholeSeconds } }
        return .date(date.inWholeSeconds)
    }
}

extension PropertyListDictionary {
    /// Returns this dictionary as it reads back from a format.
    package func stored(in format: PropertyListFormat) -> PropertyListDictionary {
        guard case .dictionary(let held) = PropertyList.dictionary(self).stored(in: format) else { return self }
        return held
    }
}

extension PropertyListDate {
    fileprivate var inWholeSeconds: PropertyListDate {
        // A negative zero has the text of zero.
        PropertyListDate(secondsSinceReferenceDate: secondsSinceReferenceDate.rounded(.down) + 0)
    }
}
