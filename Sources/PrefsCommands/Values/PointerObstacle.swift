import CommandGrammar
import PreferenceCore
import PropertyLists

extension ValuePointer {
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
    fileprivate static func notStorable(_ problem: PropertyListProblem, at pointer: ValuePointer) -> CommandError {
        CommandError(.invalidValue, "cannot set \(pointer.quoted): \(problem)")
    }

    fileprivate static func notReachable(_ pointer: ValuePointer, _ obstacle: PointerObstacle) -> CommandError {
        let message = obstacle.message
        return CommandError(.absent, Message("cannot set \(pointer.quoted): \(message.text)", hint: message.hint))
    }
}
