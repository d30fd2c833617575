@testable import PropertyLists

extension PropertyList {
    /// The nearest value that XML can hold: dates of whole seconds, one not-a-number, a reference for a dictionary that
    /// is spelled like one, and the other way round at the root.
    func asInXML(isRoot: Bool = true) -> PropertyList {
        switch self {
        case .date(let date):
            let seconds = date.secondsSinceReferenceDate
            let isHeld = seconds.isFinite && seconds.magnitude < 6e18
            return .date(PropertyListDate(secondsSinceReferenceDate: isHeld ? seconds.rounded(.down) + 0.0 : 0))
        case .real(let real) where real.isNaN:
            return .real(.nan)
        case .array(let elements):
            return .array(elements.map { $0.asInXML(isRoot: false) })
        case .dictionary(let dictionary):
            if !isRoot, dictionary.count == 1, case .integer(let integer)? = dictionary["CF$UID"],
                let identifier = UInt64(exactly: integer)
            {
                return .uid(identifier)
            }
            return .dictionary(dictionary.asInXML)
        case .uid(let identifier) where isRoot:
            return ["CF$UID": .integer(PropertyListInteger(identifier))]
        default:
            return self
        }
    }
}

extension PropertyListDictionary {
    var asInXML: PropertyListDictionary {
        reduce(into: PropertyListDictionary()) { $0[$1.key] = $1.value.asInXML(isRoot: false) }
    }
}
