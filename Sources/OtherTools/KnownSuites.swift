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

    private func contents(of suite: String) -> PropertyListDictionary {
        (try? files.first { $0.suite.rawValue == suite }?.file.read()?.root) ?? [:]
    }

    /// Returns the value of a key in a suite; nil if it has none.
    func value(of key: String, in suite: String) -> PropertyList? { contents(of: suite)[key] }

    /// Returns the path to a part of a value that some names lead to, perhaps misspelled; nil if there is none.
    func path(near names: [String], in suite: String) -> OtherToolPath? {
        guard names.count > 1 else { return nil }
        var value: PropertyList? = .dictionary(contents(of: suite))
        var path: [String] = []
        for name in names {
            switch value {
            case .dictionary(let entries)?:
                guard let near = entries[name] == nil ? entries.keys.nearest(to: name) : name else { return nil }
                path.append(near)
                value = entries[near]
            case let whole?:
                // jq(1) counts from the end.
                var name = name
                if case .array(let elements) = whole, let index = Int(name), index < 0, elements.count + index >= 0 {
                    name = "\(elements.count + index)"
                }
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
