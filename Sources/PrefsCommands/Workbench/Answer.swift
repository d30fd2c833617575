import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// What a write says on a terminal, where its verb prints nothing else: its change lines, each with what may be a
/// mistake in it.
extension SuiteWriter {
    /// Whether a write says what it did.
    var answers: Bool {
        printer.isTerminal && printer.changes.showsSummary && printer.changes.showsChanges && messages.kept == nil
            && !printer.isFilter
    }

    /// Prints the changes of keys, if the write answers.
    ///
    /// - Parameter isOnlyNew: Whether only keys that are new are shown, beside the value that the verb prints.
    func answer<Value>(_ change: SuiteChange<Value>, in selection: Selection, isOnlyNew: Bool = false) throws {
        guard answers else { return }
        let isNew = isNew(selection, after: change)
        var remarkOnSuite = isNew ? suggestions.remark(onNew: selection) : suggestions.remark(onUnnamed: selection)
        let changes = change.changes.filter { !isOnlyNew || $0.old == nil }.sorted(byBytesOf: \.key)
        let shown = SuiteChanges(suite: nil, changes: changes, rules: selection.rules)
        let keys = isNew ? [] : changes.filter { $0.old == nil }.map(\.key)
        let similar = suggestions.keys(near: keys, in: selection)
        let newKey = changes.first { $0.old == nil }?.key
        if let suite = newKey.flatMap({ suggestions.suite(having: $0, besides: selection) }), let remark = remarkOnSuite
        {
            remarkOnSuite = "\(remark); \(suite.quoted) has this key"
        }
        for change in changes {
            var remarks = [remarkOnSuite].compactMap(\.self)
            remarkOnSuite = nil
            if let near = similar[ByteKey(change.key)] { remarks.append("new key; \(near.quoted) exists") }
            var lines = try printer.changes.lines(of: change, in: shown, fitting: printer.terminalColumns)
            if !remarks.isEmpty {
                lines[0] += printer.coloured("   " + printer.shown(remarks.joined(separator: "; ")), .detail)
            }
            lines.forEach(printer.writeLine)
        }
        if options.writing.isDryRun { messages.note(.nothingWritten) }
    }

    /// Whether a change has created the suite's file, or would do so.
    func isNew<Value>(_ selection: Selection, after change: SuiteChange<Value>) -> Bool {
        change.outcome == .created || isRehearsal && !change.changes.isEmpty && (try? selection.file.exists) == false
    }
}

extension Suggestions {
    /// Returns what is said of a suite or file that a write has created.
    func remark(onNew selection: Selection) -> String? {
        guard let suite = selection.suite, let layer = selection.layer else { return "new file" }
        let hasOthers = selection.directories.map { SearchList(of: suite, in: $0) }?.contains { element in
            element.layer != layer && (suite == .global || !element.layer.isGlobal)
                && (try? element.file.exists) ?? false
        }
        if hasOthers ?? false { return remark(onUnnamed: selection) }
        // The name of a copy can be like that of its source on purpose.
        let near =
            self.suite(near: suite.rawValue, besides: source)
            .map { "; \($0.quoted) exists" } ?? ""
        return "new suite \(suite.rawValue.quoted)\(near)"
    }

    /// Returns the name of the suite if the command line does not have it.
    fileprivate func remark(onUnnamed selection: Selection) -> String? {
        isSuiteOnLine ? nil : selection.suite.map { "suite \($0.rawValue.quoted)" }
    }

    /// Returns for each of some new keys the set or declared key that it is perhaps meant to be.
    ///
    /// A verb that copies or renames a key gives it a name like another on purpose, and so does who numbers keys.
    fileprivate func keys(near new: [String], in selection: Selection) -> [ByteKey: String] {
        guard !new.isEmpty, arguments.verb.firstOperand.isWrittenKey else { return [:] }
        let declared = declaredKeys(of: selection)
        let known = Set(declared.map { ByteKey($0) })
        let added = Set(new.map { ByteKey($0) })
        let others = (declared + setKeys(of: selection)).filter { !added.contains(ByteKey($0)) }
        var near: [ByteKey: String] = [:]
        for key in new where !known.contains(ByteKey(key)) {
            let similar = others.filter { !$0.hasPrefix(key) && $0.withoutDigits != key.withoutDigits }
            near[ByteKey(key)] = similar.nearest(to: key)
        }
        return near
    }
}

extension String {
    fileprivate var withoutDigits: [UInt8] { utf8.filter { $0.decimalDigit == nil } }
}
