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

    /// Returns the name of the suite whose file a word names; nil for another word, and for a file that exists there.
    func name(ofFile word: String) -> String? {
        let file = SuiteFile(path: word)
        guard !word.contains("/"), let name = file.suite?.rawValue, contains(name), (try? file.exists) != true else {
            return nil
        }
        return name
    }

    /// Returns the suite whose name is most similar to another one, besides some.
    package func nearest(to name: String, besides others: [String] = []) -> String? {
        files.map(\.suite.rawValue).filter { $0 != name && !others.contains($0) }.nearest(to: name)
    }

    /// Returns the keys and values of a suite, of each key those of the first file that has it.
    func contents(of suite: String) -> PropertyListDictionary {
        var contents = PropertyListDictionary()
        for (_, file) in files.filter({ $0.suite.rawValue == suite }) {
            for entry in (try? file.read())?.root ?? [:] where contents[entry.key] == nil {
                contents[entry.key] = entry.value
            }
        }
        return contents
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

extension PropertyListDictionary {
    /// Whether a key is written as a path into a value that exists: then no key with a similar name is meant.
    func hasContainer(ofPath key: String) -> Bool {
        guard let names = OtherToolPath(written: key)?.names, names.count > 1 else { return false }
        return self[names[0]]?.kind.isContainer ?? false
    }

    /// Returns the path to a part of a value that some names lead to, perhaps misspelled; nil if there is none.
    func path(near names: [String]) -> OtherToolPath? {
        guard names.count > 1 else { return nil }
        var value: PropertyList? = .dictionary(self)
        var path: [String] = []
        for name in names {
            var name = name
            switch value {
            case .dictionary(let entries)? where entries[name] == nil:
                guard let near = entries.keys.nearest(to: name) else { return nil }
                name = near
            case .array(let elements)?:
                // jq(1) counts from the end.
                if let index = Int(name), index < 0, elements.count + index >= 0 { name = "\(elements.count + index)" }
            default: break
            }
            path.append(name)
            value = value?[pointer: [name]]
        }
        return value == nil ? nil : OtherToolPath(names: path)
    }
}
