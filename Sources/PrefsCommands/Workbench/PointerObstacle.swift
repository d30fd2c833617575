import CommandGrammar
import OtherTools
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
        guard let changed else { throw obstacle(in: whole) }
        return changed
    }

    /// Returns the error that tells why the pointer leads nowhere.
    private func obstacle(in whole: PropertyList?) -> CommandError {
        var pointer = ValuePointer(key)
        for (position, token) in inValue.tokens.enumerated() {
            let next = ValuePointer(key, at: inValue.prefix(position + 1))
            switch pointer.value(in: whole) {
            case .array(let elements) where token != "-" && next.value(in: whole) == nil:
                let text = "no element \(token.quoted) in array \(pointer.quoted), which has \(elements.count)"
                return .notReachable(self, text, hint: "'-' as the index appends an element")
            case .dictionary, .array: pointer = next
            case let value?:
                return .notReachable(
                    self,
                    "\(pointer.quoted) is of type \(value.kind.rawValue), not array or dictionary"
                )
            case nil: return .isMissing(pointer, on: self)
            }
        }
        return .isMissing(pointer, on: self)
    }
}

extension CommandError {
    /// Returns the error of a value that no format can store.
    fileprivate static func notStorable(_ problem: PropertyListProblem, at pointer: ValuePointer) -> CommandError {
        CommandError(.invalidValue, "cannot set \(pointer.quoted): \(problem)")
    }

    fileprivate static func notReachable(_ pointer: ValuePointer, _ reason: String, hint: String? = nil) -> CommandError
    {
        CommandError(.absent, Message("cannot set \(pointer.quoted): \(reason)", hint: hint))
    }

    /// Returns the error of a pointer on whose way a container does not exist.
    fileprivate static func isMissing(_ container: ValuePointer, on pointer: ValuePointer) -> CommandError {
        let text = pointer.inValue.text
        let path = text.contains("[") ? OtherToolPath(written: text).map { JSONPointer(tokens: $0.names).text } : nil
        let hint = path.map { "did you mean '\($0)'?" } ?? "--parents creates missing dictionaries"
        return notReachable(pointer, "\(container.quoted) is not set", hint: hint)
    }
}
