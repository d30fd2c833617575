import CommandErrors
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
        guard let changed else { throw obstacle(in: whole, creatingParents) }
        return changed
    }

    /// Returns the value in the key's whole value; nil if it does not exist.
    ///
    /// - Throws: The error of a selector that matches several elements.
    func found(in whole: PropertyList?) throws -> PropertyList? {
        if let (length, positions) = whole?.ambiguity(at: inValue.tokens) {
            throw CommandError.ambiguous(ValuePointer(key, at: inValue.prefix(length)), positions)
        }
        return value(in: whole)
    }

    /// Returns the error that tells why the pointer leads nowhere.
    ///
    /// - Parameter createsParents: Whether an element is missing only because the new one would be another.
    private func obstacle(in whole: PropertyList?, _ createsParents: Bool) -> CommandError {
        var pointer = ValuePointer(key)
        for (position, token) in inValue.tokens.enumerated() {
            let next = ValuePointer(key, at: inValue.prefix(position + 1))
            switch pointer.value(in: whole) {
            case .array(let elements) where token != "-" && next.value(in: whole) == nil:
                let text = "no element \(token.quoted) in array \(pointer.quoted), which has \(elements.count)"
                guard ElementSelector(token) != nil else {
                    return .notReachable(self, text, hint: "'-' as the index appends an element")
                }
                guard !createsParents else { return .isAnother(token, at: self) }
                return .notReachable(self, text, hint: "--parents creates it")
            case .dictionary, .array: pointer = next
            case let value?:
                return .notReachable(
                    self,
                    "\(pointer.quoted) is of type \(value.kind.rawValue), not array or dictionary"
                )
            case nil:
                let selector = inValue.tokens[position...].first { ElementSelector($0) != nil }
                if createsParents, let selector { return .isAnother(selector, at: self) }
                return .isMissing(pointer, on: self)
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

    /// Returns the error of a pointer whose last token matches several elements of an array.
    ///
    /// - Parameter isIndexable: Whether an index can stand in place of the selector.
    static func ambiguous(_ pointer: ValuePointer, _ positions: [Int], isIndexable: Bool = true) -> CommandError {
        let indices = positions.map { "\($0)" }
        let text = "\(pointer.quoted) is not one element: those at \(indices.firstFew) match"
        let array = JSONPointer(tokens: pointer.inValue.tokens.dropLast())
        let hint =
            isIndexable
            ? "name one by its index, as in '\(array.appending(indices[0]).text)'" : "name another entry of the element"
        return CommandError(.invalidValue, Message(text, hint: hint))
    }

    fileprivate static func notReachable(_ pointer: ValuePointer, _ reason: String, hint: String? = nil) -> CommandError
    {
        CommandError(.absent, Message("cannot set \(pointer.quoted): \(reason)", hint: hint))
    }

    /// Returns the error of a new element that the selector for it would not find.
    fileprivate static func isAnother(_ token: String, at pointer: ValuePointer) -> CommandError {
        notReachable(pointer, "the new element would not be \(token.quoted)")
    }

    /// Returns the error of a pointer on whose way a container does not exist.
    fileprivate static func isMissing(_ container: ValuePointer, on pointer: ValuePointer) -> CommandError {
        let text = pointer.inValue.text
        let isOfOtherTool = text.contains("[") && !pointer.inValue.tokens.contains { ElementSelector($0) != nil }
        let path = isOfOtherTool ? OtherToolPath(written: text).map { JSONPointer(tokens: $0.names).text } : nil
        let hint = path.map { "did you mean '\($0)'?" } ?? "--parents creates what is missing"
        return notReachable(pointer, "\(container.quoted) is not set", hint: hint)
    }
}
