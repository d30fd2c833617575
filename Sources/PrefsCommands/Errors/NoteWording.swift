import PreferenceCore
import PreferenceStore
import PropertyLists

// The words of the notes that the command prints beside its result.

extension CommandNote {
    var message: Message {
        switch self {
        case .set(let places): "set \(places.listed)"
        case .unchanged(let places):
            "\(places.listed) already \(places.count == 1 ? "has this value" : "have these values")"
        case .changed(let places, let path): "changed \(places.listed) in \(path)"
        case .renamed(let old, let new): "renamed \(old.quoted) to \(new.quoted)"
        case .copied(let key, let new, let path): "copied \(key.quoted) to \(new.quoted) in \(path)"
        case .removedKeys(let places, let path):
            "removed \(places.isEmpty ? "all keys" : places.listed) from \(path)"
        case .nothingToRemove([]): "nothing to remove"
        case .nothingToRemove(let places):
            "\(places.listed) \(places.count == 1 ? "is" : "are") not set; nothing was removed"
        case .wrote(let path): "wrote \(path)"
        case .nothingWritten: "nothing was written"
        case .noProblems(let path): "\(path.documentName): no problems found"
        case .removedFile(let path): "removed \(path)"
        case .watching(let place): "watching \(place)"

        case .forgot([], let path): "erased the history of \(path)"
        case .forgot(let keys, let path):
            "erased the values of \(keys.map(\.quoted).firstFew) from the history of \(path)"
        case .inRemovedFile(let ids, let path):
            Message(
                "removed files in the history of \(path) still have such values: \(ids.firstFew)",
                hint: "'prefs history --clear' erases them"
            )
        case .forgotSecrets(let path): "erased the secrets from the history of \(path)"
        case .nothingToForget(let path): "the history of \(path) has no such values"

        case .warning(let warning): "\(warning)"
        case .undone(let action, let age, let id): "undone \(action.quoted), \(age) (\(id))"
        case .valuesNotRecorded(let places): "the values of \(places.listed) are not recorded: secret, or erased"
        case .partOfRun(let number, let count):
            """
            of the \(count) files of this run, \(number) \(number == 1 ? "has" : "have") a record: \
            it was stopped, or the others were erased
            """
        case .redone(let id): "redone what \(id) had undone"
        case .ignored(let warning, let path): "\(path.documentName)\(warning.position.suffix): \(warning)"
        case .deprecated(let key, let summary, let path):
            "\(key.quoted) is deprecated\(summary.map { ": \($0)" } ?? "") (\(path))"
        case .lost(let loss): "\(loss)"
        case .typesLost: Message("dates and data are strings in plain JSON", hint: "--typed keeps their types")
        case .fractionLost(let places):
            Message(
                "\(places.listed) \(places.count == 1 ? "loses its" : "lose their") fraction of a second in this format",
                hint: "a binary file keeps it: see 'prefs help convert'"
            )
        case .retyped(let places):
            places.count == 1 ? "the type of \(places.listed) changes" : "the types of \(places.listed) change"
        case .integerTooLarge(let places):
            "\(places.listed) exceed\(places.count == 1 ? "s" : "") 2^63-1: UserDefaults reads 0"
        case .relativePath(let path, let variable):
            "ignored $\(variable): \(path.quoted) is not an absolute path"
        case .missingSuite(let name, let suggestion):
            Message(
                "suite \(name.quoted) does not exist",
                hint: suggestion.map { "did you mean \($0.quoted)?" } ?? "'prefs suites' lists the suites"
            )
        case .missingFile(let path): "\(path): no such file or directory"
        case .noSuites(let path): "\(path) contains no file SUITE.json or SUITE.plist"
        case .filesOfNoSuite(let paths):
            "left out \(paths.map(\.quoted).firstFew): \(paths.count == 1 ? "the name is" : "the names are") not a suite's"
        case .openToOthers(let path):
            Message("others can read \(path), which can contain secrets", hint: "'chmod 600' keeps them out")
        case .notSecret(let keys, let path):
            "prefs shows and records \(keys.map(\.quoted).firstFew) in \(path) again, unless a schema says otherwise"
        case .wasNotSecret(let keys, let path):
            "'apply --secrets' has not set \(keys.map(\.quoted).firstFew) in \(path)"
        case .holdsSecrets(let path): "\(path) can contain secrets; a new file is readable by its owner alone"
        case .keyNamedLikeSuite(let key, let exists):
            Message(
                "\(key.quoted) is now a key, and it \(exists ? "is also" : "can also be") the name of a suite",
                hint: "\(key.selector.joined(separator: " ")) selects the suite"
            )
        case .patternNamedLikeSuite(let name, let line):
            Message("no key matches \(name.quoted), which is the name of a suite", hint: line.commandLine)
        case .nothingChanged: "nothing was changed"
        case .notRemoved(let line): Message("nothing was removed", hint: line.commandLine)
        case .schemaOfSystem(let suite, let path): "suite \(suite.quoted) now has the system's schema \(path)"
        case .nothingInstalled: "nothing was installed"
        case .gitConfigured(let isGlobal):
            Message(
                "git is configured; the printed line makes it merge and show property lists",
                hint: "append it to \(isGlobal ? "~/.config/git/attributes" : ".gitattributes")"
            )
        case .ofSuite(let suite, let note):
            Message("suite \(suite.quoted): \(note.message.text)", hint: note.message.hint)
        case .error(let error): error.message
        }
    }
}
