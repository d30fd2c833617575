import PreferenceCore
import PropertyLists

/// Where a value is: a key, and where `--at` leads into that key's value, a pointer.
struct ValuePath: Hashable {
    let key: String
    let pointer: JSONPointer

    init(_ key: String, at pointer: JSONPointer = .whole) {
        self.key = key
        self.pointer = pointer
    }

    /// The place as messages name it, in quotes.
    var quoted: String {
        pointer == .whole ? key.quoted : "\(key.quoted) at \(pointer.text.quoted)"
    }

    /// The place of an entry or element in this place.
    func part(_ token: String) -> ValuePath {
        ValuePath(key, at: pointer.appending(token))
    }

    /// The value in this place, where the key's value is a whole; nil where there is none.
    func value(in whole: PropertyList?) -> PropertyList? {
        whole?[path: pointer.tokens]
    }

    /// The key's value with a value in this place.
    ///
    /// - Parameter makingParents: whether the containers that are missing on the way are made.
    func whole(
        _ whole: PropertyList?,
        holding value: PropertyList,
        makingParents: Bool
    ) throws(CommandError) -> PropertyList {
        let changed = try rethrowing(
            PropertyList(changing: whole, at: pointer.tokens[...], to: value, makingParents: makingParents),
            as: { (error: PropertyListError) in .notStorable(error.problem, at: self) }
        )
        guard let changed else { throw .noPlace(self, obstacle(in: whole)) }
        return changed
    }

    /// The key's value without the one in this place, if there is one; nil where nothing is left.
    func whole(removingFrom whole: PropertyList?) -> PropertyList? {
        pointer == .whole ? nil : whole?.removing(at: pointer.tokens[...]) ?? whole
    }

    /// What ends the way to this place too early.
    private func obstacle(in whole: PropertyList?) -> PathObstacle {
        var place = ValuePath(key)
        for (position, token) in pointer.tokens.enumerated() {
            let next = ValuePath(key, at: pointer.prefix(position + 1))
            switch place.value(in: whole) {
            case .array(let elements) where token != "-" && next.value(in: whole) == nil:
                return .noElement(of: place, count: elements.count)
            case .dictionary, .array: place = next
            case let value?: return .scalar(place, value.kind)
            case nil: return .missing(place)
            }
        }
        return .missing(place)
    }
}

/// Why nothing can be put where a pointer leads.
enum PathObstacle: Hashable {
    /// On the way, nothing is in this place.
    case missing(ValuePath)
    /// On the way, an array has that many elements, and none at the position that is named.
    case noElement(of: ValuePath, count: Int)
    /// On the way, a value of this kind has no parts.
    case scalar(ValuePath, PropertyListKind)
}
