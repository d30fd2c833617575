import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs rename`: gives a value another key, in one transaction.
    mutating func rename() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let (old, new) = (arguments.operands[0], arguments.operands[1])
        let schema = try schemaOfChange(to: selection, keys: [old, new])
        let change = try change(selection, keys: [old, new], by: schema) { transaction throws(CommandError) in
            let before = transaction.contents
            guard before[old] != nil else { throw .unset([ValuePlace(old)], in: selection.file.path) }
            try checkTarget(new, in: before)
            transaction.contents.renameKey(old, to: new)
            return try rehearsedChanges(from: before, in: transaction)
        }
        write(change.value.utf8)
        report(arguments.has(.dryRun) ? "nothing is written" : "renamed \(old.quoted) to \(new.quoted)")
        return .done
    }

    /// Checks that a key to which a value is to go is unset, or may be replaced.
    func checkTarget(_ key: String, in contents: PropertyListDictionary) throws(CommandError) {
        guard contents[key] == nil || arguments.has(.force) else { throw .targetIsSet(key) }
    }

    /// What `--dry-run` prints of a change; nothing where it is made.
    func rehearsedChanges(
        from before: PropertyListDictionary,
        in transaction: PreferenceTransaction
    ) throws(CommandError) -> String {
        arguments.has(.dryRun) ? try records(of: before.keyChanges(to: transaction.storedContents)) : ""
    }
}
