import CommandGrammar
import PreferenceCore
import PropertyLists

/// The location of a value: a key, and the JSON Pointer of `--at` into that key's value.
struct ValuePointer: Hashable {
    let key: String
    /// The location inside the key's value.
    let inValue: JSONPointer

    init(_ key: String, at inValue: JSONPointer = .whole) {
        self.key = key
        self.inValue = inValue
    }

    /// Creates a pointer from the tokens of a pointer into a document, of which the first is the key.
    init(tokens: [String]) {
        self.init(tokens[0], at: JSONPointer(tokens: Array(tokens.dropFirst())))
    }

    /// The pointer in messages, in quotes.
    var quoted: String {
        inValue == .whole ? key.quoted : "\(key.quoted) at \(inValue.text.quoted)"
    }

    /// Returns the pointer to an entry or element of the value.
    func part(_ token: String) -> ValuePointer {
        ValuePointer(key, at: inValue.appending(token))
    }

    /// Returns the value in the key's whole value; nil if it does not exist.
    func value(in whole: PropertyList?) -> PropertyList? {
        whole?[pointer: inValue.tokens]
    }

    /// Returns the key's value after setting the value at the pointer.
    ///
    /// - Parameter creatingParents: Whether to create missing containers on the way.
    func whole(
        _ whole: PropertyList?,
        setting value: PropertyList,
        creatingParents: Bool
    ) throws -> PropertyList {
        let changed = try rethrowing(
            PropertyList(changing: whole, at: inValue.tokens[...], to: value, creatingParents: creatingParents),
            as: { (error: PropertyListError) in CommandError.notStorable(error.problem, at: self) }
        )
        guard let changed else { throw CommandError.notReachable(self, obstacle(in: whole)) }
        return changed
    }

    /// Returns the key's value without the value at the pointer; nil if nothing remains.
    func whole(removingFrom whole: PropertyList?) -> PropertyList? {
        inValue == .whole ? nil : whole?.removing(at: inValue.tokens[...]) ?? whole
    }

    /// Returns the reason why the pointer leads nowhere.
    private func obstacle(in whole: PropertyList?) -> PointerObstacle {
        var pointer = ValuePointer(key)
        for (position, token) in inValue.tokens.enumerated() {
            let next = ValuePointer(key, at: inValue.prefix(position + 1))
            switch pointer.value(in: whole) {
            case .array(let elements) where token != "-" && next.value(in: whole) == nil:
                return .noElement(of: pointer, count: elements.count)
            case .dictionary, .array: pointer = next
            case let value?: return .scalar(pointer, value.kind)
            case nil: return .missing(pointer)
            }
        }
        return .missing(pointer)
    }
}

/// A reason for which a value cannot be set at a pointer.
enum PointerObstacle: Hashable {
    /// A container on the way does not exist.
    case missing(ValuePointer)
    /// An array on the way has only this many elements.
    case noElement(of: ValuePointer, count: Int)
    /// A value of this kind on the way has no parts.
    case scalar(ValuePointer, PropertyListKind)

    fileprivate var message: Message {
        switch self {
        case .missing(let pointer):
            Message("\(pointer.quoted) is not set", hint: "--parents creates missing dictionaries")
        case .noElement(let pointer, let count):
            Message(
                "array \(pointer.quoted) has \(counted(count, "element"))",
                hint: "'-' as the index appends an element"
            )
        case .scalar(let pointer, let kind): "\(pointer.quoted) is of type \(kind.rawValue), not a container"
        }
    }
}

extension CommandError {
    /// Returns the error of a value that no format can store.
    static func notStorable(_ problem: PropertyListProblem, at pointer: ValuePointer) -> CommandError {
        CommandError(.invalidValue, "cannot set \(pointer.quoted): \(problem)")
    }

    static func notReachable(_ pointer: ValuePointer, _ obstacle: PointerObstacle) -> CommandError {
        let message = obstacle.message
        return CommandError(.absent, Message("cannot set \(pointer.quoted): \(message.text)", hint: message.hint))
    }
}
