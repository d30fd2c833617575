import CommandGrammar
import PreferenceCore
import PropertyLists
import ValueDifferences

extension DocumentMerge {
    /// Returns the pointer to a value in conflict; nil if that is not in a key's value.
    fileprivate func pointer(of conflict: ThreeWayMerge.Conflict) -> ValuePointer? {
        ours.value.kind == .dictionary && !conflict.pointer.isEmpty ? ValuePointer(tokens: conflict.pointer) : nil
    }
}

extension ChangePrinter {
    /// Returns the conflicts of a merge in the requested form, with `--dry-run` after the changes.
    ///
    /// A line is `! KEY BASE -> OURS (ours), THEIRS (theirs)`, with the values as typed JSON; for a part of the key's
    /// value, a JSON Pointer follows the key. A side without the value has `removed`. If a side has added the value, there
    /// is no `BASE ->`, and a side without it has `none`. JSON is one array of objects with `key`, `pointer`, `base`, `ours` and `theirs`,
    /// without the names that do not apply.
    func records(of merge: DocumentMerge, in selection: Selection) throws -> String {
        let rules = selection.rules
        let changes = options.writing.isDryRun ? merge.changes : []
        guard printer.jsonStyle == nil else {
            let objects =
                changes.map { .dictionary(rules.disclosure.shown($0).object) }
                + merge.conflicts.map { object(of: $0, at: merge.pointer(of: $0), in: rules) }
            return try printer.json(.array(objects), .typed, at: nil) + "\n"
        }
        guard showsChanges else { return "" }
        var records = try records(of: changes, in: selection)
        for conflict in merge.conflicts {
            records += try printer.terminated(line(of: conflict, at: merge.pointer(of: conflict), in: rules))
        }
        return records
    }

    private func line(
        of conflict: ThreeWayMerge.Conflict,
        at pointer: ValuePointer?,
        in rules: SuiteRules
    ) throws -> String {
        let values = try [conflict.base, conflict.ours, conflict.theirs].map { value in
            try value.map { value in try shownJSON(value, at: pointer, in: rules) }
        }
        var line = "! "
        if let pointer {
            line += words(for: rules.disclosure.shown(pointer)) + " "
        } else if !conflict.pointer.isEmpty {
            line += field(JSONPointer(tokens: conflict.pointer).text) + " "
        }
        if let base = values[0] { line += base + " -> " }
        let absent = values[0] == nil ? "none" : "removed"
        line += "\(values[1] ?? absent) (ours), \(values[2] ?? absent) (theirs)"
        return printer.coloured(printer.shown(line), .removed)
    }

    private func object(
        of conflict: ThreeWayMerge.Conflict,
        at pointer: ValuePointer?,
        in rules: SuiteRules
    ) -> PropertyList {
        func hidden(_ value: PropertyList?) -> PropertyList? {
            value.map { value in pointer.map { rules.disclosure.shown(value, at: $0) } ?? rules.disclosure.shown(value)
            }
        }
        var object: PropertyListDictionary = [:]
        object["key"] = (pointer?.key).map(PropertyList.string)
        let inValue = pointer.map { rules.disclosure.shown($0).inValue } ?? JSONPointer(tokens: conflict.pointer)
        object["pointer"] = conflict.pointer.isEmpty ? nil : .string(inValue.text)
        object["base"] = hidden(conflict.base)
        object["ours"] = hidden(conflict.ours)
        object["theirs"] = hidden(conflict.theirs)
        return .dictionary(object)
    }
}
