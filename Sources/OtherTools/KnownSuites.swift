import CommandGrammar
package import PreferenceStore
import PropertyLists

/// The suites that have a file, which tell the name of a suite in a line from a key.
package struct KnownSuites {
    private let environment: ((String) -> EnvironmentValue)?
    private var directories: PreferenceDirectories? {
        environment.flatMap { try? PreferenceDirectories(environment: $0) }
    }

    private var files: [(suite: SuiteName, file: SuiteFile)] { (try? directories?.suiteFiles()) ?? [] }

    /// - Parameter environment: Returns the value of a variable, by which the directories are found; nil for no suites.
    package init(environment: ((String) -> EnvironmentValue)?) {
        self.environment = environment
    }

    package func contains(_ word: String) -> Bool { directories?.hasSuite(named: word) ?? false }

    /// Returns the suite whose name is most similar to another one, besides some.
    package func nearest(to name: String, besides others: [String] = []) -> String? {
        files.map(\.suite.rawValue).filter { $0 != name && !others.contains($0) }.nearest(to: name)
    }

    /// Returns the key of a suite whose name is most similar to one that the suite does not have; nil if it has that.
    func nearestKey(to key: String, in suite: String) -> String? {
        let keys = files.filter { $0.suite.rawValue == suite }.flatMap { (try? $0.file.readKeys())?.names ?? [] }
        return keys.contains(key) ? nil : keys.nearest(to: key)
    }

    /// Returns the path to a part of a value that a word names, perhaps misspelled, as `window.title` does; nil if there
    /// is none.
    func path(near word: String, in suite: String) -> OtherToolPath? {
        guard let names = OtherToolPath(written: word)?.names, names.count > 1,
            let file = files.first(where: { $0.suite.rawValue == suite })?.file,
            let contents = (try? file.read())?.root, contents[word] == nil
        else { return nil }
        var value: PropertyList? = .dictionary(contents)
        var path: [String] = []
        for name in names {
            switch value {
            case .dictionary(let entries)?:
                guard let near = entries[name] == nil ? entries.keys.nearest(to: name) : name else { return nil }
                path.append(near)
                value = entries[near]
            case let whole?:
                path.append(name)
                value = whole[pointer: [name]]
            case nil: return nil
            }
        }
        return value == nil ? nil : OtherToolPath(names: path)
    }

    /// Returns the only suite that has a key, besides one; nil if several do.
    package func suite(having key: String, besides other: SuiteName? = nil) -> String? {
        let found = Set(
            files.filter { suite, file in
                suite != .global && suite != other && ((try? file.read(keys: [key])?.root[key]) ?? nil) != nil
            }
            .map(\.suite.rawValue)
        )
        return found.count == 1 ? found.first : nil
    }

    /// Returns the name of a suite before the first dot or slash, and the key after it, as git config(1) writes both; nil
    /// for another word, and for the path of a file.
    package func split(_ word: String) -> (suite: String, key: String)? {
        guard let end = word.firstIndex(where: { $0 == "." || $0 == "/" }) else { return nil }
        let (suite, key) = (String(word[..<end]), String(word[end...].dropFirst()))
        guard !key.isEmpty, contains(suite), (try? SuiteFile(path: word).exists) != true else { return nil }
        return (suite, key)
    }
}
