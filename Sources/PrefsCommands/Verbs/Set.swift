import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs set`: one key and one value, or many of both, in one transaction.
    mutating func set() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let pairs = try arguments.has(.pairs) ? pairs() : []
        let places = try arguments.has(.pairs) ? pairs.map(\.place) : [place(arguments.operands[0])]
        let keys = places.map(\.key)
        let schema = try schemaOfChange(to: selection, keys: keys)
        let assignments =
            try arguments.has(.pairs)
            ? pairs
            : places.map { place throws(CommandError) in
                Assignment(place: place, value: try newValue(at: place, by: schema))
            }
        let change = try change(selection, keys: keys, by: schema) { transaction throws(CommandError) in
            let before = transaction.contents
            for assignment in assignments {
                try assign(assignment, in: &transaction, schema)
            }
            return arguments.has(.dryRun) ? try changeLines(from: before, to: transaction.storedContents) : []
        }
        for line in change.value {
            writeLine(line)
        }
        report(arguments.has(.dryRun) ? "nothing is written" : outcome(of: change, at: assignments.map(\.place)))
        return .done
    }

    private func assign(
        _ assignment: Assignment,
        in transaction: inout PreferenceTransaction,
        _ schema: SuiteSchema?
    ) throws(CommandError) {
        let place = assignment.place
        let key = try key(named: place.key, in: schema)
        let whole = transaction[key]
        let old = place.value(in: whole)
        if arguments.has(.ifUnset), old != nil {
            throw .alreadySet(place)
        }
        if let text = arguments.argument(of: .ifEquals) {
            try check(old, at: place, equals: text, of: assignment.value, schema)
        }
        let value = try assignment.value.value(at: place, replacing: old, schema)
        transaction[key] = try place.whole(whole, holding: value, makingParents: arguments.has(.parents))
    }

    /// Checks what a place holds against the text of `--if-equals`, which is read as the new value is.
    private func check(
        _ old: PropertyList?,
        at place: ValuePlace,
        equals text: String,
        of newValue: NewValue,
        _ schema: SuiteSchema?
    ) throws(CommandError) {
        guard let old else { throw .noValue(at: place, expected: text) }
        let expected = try newValue.like(text).value(at: place, replacing: old, schema)
        guard old == expected else { throw .otherValue(at: place, old, expected: expected) }
    }

    // MARK: What is to be set

    /// The pairs of `--pairs`, each split at its first `=`.
    private func pairs() throws(CommandError) -> [Assignment] {
        var keys: Set<ByteKey> = []
        var assignments: [Assignment] = []
        for word in arguments.operands {
            let (key, text) = word.splitAtEqualsSign
            guard let text else { throw .usage(.pairWithoutEqualsSign(word)) }
            guard keys.insert(ByteKey(key)).inserted else { throw .usage(.repeatedKey(key)) }
            assignments.append(Assignment(place: ValuePlace(key), value: .untyped(text, encoding: nil)))
        }
        return assignments
    }
}

/// A value for a place.
private struct Assignment {
    let place: ValuePlace
    let value: NewValue
}
