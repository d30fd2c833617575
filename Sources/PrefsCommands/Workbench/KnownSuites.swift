import CommandGrammar
import PreferenceStore
import PropertyLists

/// The suites that have a file, which tell the name of a suite in a line from a key.
struct KnownSuites {
    private let environment: (any CommandEnvironment)?
    private var directories: PreferenceDirectories? {
        environment.flatMap { try? PreferenceDirectories(environment: $0.variable) }
    }

    /// - Parameter environment: The process, by which the directories are found; nil for no suites.
    init(in environment: (any CommandEnvironment)?) {
        self.environment = environment
    }

    func contains(_ word: String) -> Bool { directories?.hasSuite(named: word) ?? false }

    /// Returns the suite whose name is most similar to one that does not exist.
    func nearest(to name: String) -> String? {
        let suites = (try? directories?.suiteFiles())?.map(\.suite.rawValue)
        return suites?.filter { $0 != name }.nearest(to: name)
    }

    /// Returns the only suite that has a key, besides one; nil if several do.
    func suite(having key: String, besides other: SuiteName? = nil) -> String? {
        let files = (try? directories?.suiteFiles()) ?? []
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
    func split(_ word: String) -> (suite: String, key: String)? {
        guard let end = word.firstIndex(where: { $0 == "." || $0 == "/" }) else { return nil }
        let (suite, key) = (String(word[..<end]), String(word[end...].dropFirst()))
        guard !key.isEmpty, contains(suite), (try? SuiteFile(path: word).exists) != true else { return nil }
        return (suite, key)
    }
}
