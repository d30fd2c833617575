import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs copy`: gives another key, or the same key of another suite, the same value, in one transaction.
    mutating func copy() throws(CommandError) -> ExitCode {
        let source = try selection()
        let target = try arguments.argument(of: .toSuite).map { name throws(CommandError) in
            try Selection(ofSuite: name, in: environment)
        }
        let key = arguments.operands[0]
        guard arguments.operands.count > 1 || target != nil else {
            throw .usage(.missingOperand(.newKey, verb: .copy, synopsis: VerbName.copy.specification.synopsis()))
        }
        let newKey = arguments.operands.count > 1 ? arguments.operands[1] : key
        // Of two files, the one that is read needs no lock: it is a snapshot either way.
        let isOneFile = target.map { $0.file.path == source.file.path } ?? true
        let value = isOneFile ? nil : try contents(of: source, keys: .named([key]))[key]
        let schema = try schemaOfChange(to: target ?? source, keys: [newKey])
        let change = try change(target ?? source, keys: [key, newKey], by: schema) { transaction throws(CommandError) in
            let before = transaction.contents
            guard let value = isOneFile ? before[key] : value else {
                throw .unset([ValuePlace(key)], in: source.file.path)
            }
            try checkTarget(newKey, in: before)
            transaction.contents[newKey] = value
            return try rehearsedChanges(from: before, in: transaction)
        }
        write(change.value.utf8)
        report(
            arguments.has(.dryRun) ? "nothing is written" : "copied \(key.quoted) to \((target ?? source).file.path)"
        )
        return .done
    }
}
