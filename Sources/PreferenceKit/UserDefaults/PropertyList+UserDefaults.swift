import Foundation
import PropertyLists

extension PropertyList {
    /// The property list that an object of `UserDefaults` is; nil where it is none.
    ///
    /// Objects come as Swift's own types, in arrays and dictionaries as optionals, and from the arguments of the process as
    /// `NSNumber`. A cast to `Bool`, `Int` or `Double` would take a number of another type for one.
    init?(userDefaults object: Any?) {
        switch object {
        case let text as String: self = .string(text)
        case let number as NSNumber: self.init(number)
        case let date as Date: self = date.propertyList
        case let data as Data: self = data.propertyList
        case let elements as [Any?]: self.init(userDefaults: elements)
        case let entries as [AnyHashable: Any?]: self.init(userDefaults: entries)
        default: return nil
        }
    }

    private init?(userDefaults elements: [Any?]) {
        let forms = elements.compactMap { PropertyList(userDefaults: $0) }
        guard forms.count == elements.count else { return nil }
        self = .array(forms)
    }

    private init?(userDefaults entries: [AnyHashable: Any?]) {
        var forms: [String: PropertyList] = [:]
        for (key, value) in entries {
            guard let key = key as? String, let form = PropertyList(userDefaults: value) else { return nil }
            forms[key] = form
        }
        self = forms.propertyList
    }

    private init(_ number: NSNumber) {
        // The encodings of Objective-C: "c" and "B" are a Boolean, "d" and "f" a real, "Q" is 64 bits without a sign.
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"): self = number.uint64Value.propertyList
        default: self = number.int64Value.propertyList
        }
    }

    /// The object that `UserDefaults` stores for this value.
    ///
    /// A reference of a keyed archive, which it does not take, is the dictionary that stands for one in XML. Of two keys
    /// that are canonically equivalent, the later wins.
    var userDefaultsObject: Any {
        switch self {
        case .string(let text): text
        case .integer(let integer): Int(exactly: integer) ?? UInt64(exactly: integer) as Any
        case .real(let real): real
        case .boolean(let boolean): boolean
        case .date(let date): Date(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
        case .data(let bytes): Data(bytes)
        case .array(let elements): elements.map(\.userDefaultsObject)
        case .dictionary(let dictionary):
            Dictionary(dictionary.map { ($0.key, $0.value.userDefaultsObject) }) { _, later in later }
        case .uid(let identifier): ["CF$UID": identifier]
        }
    }
}
