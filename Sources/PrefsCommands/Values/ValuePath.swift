import PreferenceCore
import PropertyLists

/// The place of a value: a key, and the pointer of `--at` into that key's value.
struct ValuePath: Hashable {
    let key: String
    let pointer: JSONPointer

    init(_ key: String, at pointer: JSONPointer = .whole) {
        self.key = key
        self.pointer = pointer
    }

    /// The place in messages, in quotes.
    var quoted: String {
        pointer == .whole ? key.quoted : "\(key.quoted) at \(pointer.text.quoted)"
    }

    /// Returns the place of an entry or element of this place.
    func part(_ token: String) -> ValuePath {
        ValuePath(key, at: pointer.appending(token))
    }

    /// Returns the value at this place in the key's value; nil if it does not exist.
    func value(in whole: PropertyList?) -> PropertyList? {
        whole?[path: pointer.tokens]
    }

    /// Returns the key's value after setting the value at this place.
    ///
    /// - Parameter creatingParents: Whether to create missing containers on the way.
    func whole(
        _ whole: PropertyList?,
        setting value: PropertyList,
        creatingParents: Bool
    ) throws -> PropertyList {
        let changed = try rethrowing(
            PropertyList(changing: whole, at: pointer.tokens[...], to: value, creatingParents: creatingParents),
            as: { (error: PropertyListError) in CommandError.notStorable(error.problem, at: self) }
        )
        guard let changed else { throw CommandError.noPlace(self, obstacle(in: whole)) }
        return changed
    }

    /// Returns the key's value without the value at this place; nil if nothing remains.
    func whole(removingFrom whole: PropertyList?) -> PropertyList? {
        pointer == .whole ? nil : whole?.removing(at: pointer.tokens[...]) ?? whole
    }

    /// Returns the reason for which this place cannot be reached.
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

/// A reason for which a value cannot be set at a pointer.
enum PathObstacle: Hashable {
    /// A container on the way does not exist.
    case missing(ValuePath)
    /// An array on the way has only this many elements.
    case noElement(of: ValuePath, count: Int)
    /// A value of this kind on the way has no parts.
    case scalar(ValuePath, PropertyListKind)

    fileprivate var message: Message {
        switch self {
        case .missing(let place): Message("\(place.quoted) is not set", hint: "--parents creates missing dictionaries")
        case .noElement(let place, let count):
            Message(
                "array \(place.quoted) has \(counted(count, "element"))",
                hint: "'-' as the index appends an element"
            )
        case .scalar(let place, let kind): "\(place.quoted) is of type \(kind.rawValue), not a container"
        }
    }
}

extension CommandError {
    /// Returns the error of a value that no format can store.
    static func notStorable(_ problem: PropertyListProblem, at place: ValuePath) -> CommandError {
        CommandError(.invalidValue, "cannot set \(place.quoted): \(problem)")
    }

    static func noPlace(_ place: ValuePath, _ obstacle: PathObstacle) -> CommandError {
        let message = obstacle.message
        return CommandError(.absent, Message("cannot set \(place.quoted): \(message.text)", hint: message.hint))
    }
}
