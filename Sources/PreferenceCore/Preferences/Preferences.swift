public import PreferenceStore
import Synchronization

/// The preferences of one suite, by typed key.
///
/// ```swift
/// Preferences[.launchCount] += 1
/// let group = Preferences(suite: "group.x")
/// group[.launchCount] = 3
/// try group.transaction { $0[.launchCount] = 1; $0[.username] = "ada" }
/// ```
///
/// A read looks through the search list, as a `UserDefaults` program would; a write goes to the suite's own file and
/// is on disk when it returns.
@dynamicMemberLookup
public final class Preferences: Sendable {
    let domain: PreferenceDomain

    /// Where the suites are, this one among them.
    private let backend: PreferenceBackend
    /// The other suites that keys name.
    private let others = Mutex<[SuiteName: Preferences]>([:])

    private init(domain: PreferenceDomain, backend: PreferenceBackend) {
        self.domain = domain
        self.backend = backend
    }

    /// The preferences of a suite that a backend keeps.
    ///
    /// ```swift
    /// let preferences = Preferences(.inMemory())
    /// ```
    ///
    /// - Parameters:
    ///   - backend: where its suites are.
    ///   - suite: which of them; nil is the standard one, of the process's own name.
    public convenience init(_ backend: PreferenceBackend, suite: SuiteName? = nil) {
        self.init(domain: backend.domain(of: suite), backend: backend)
    }

    /// The preferences of a suite in a directory, such as a test's own, instead of the user's.
    ///
    /// - Parameters:
    ///   - directory: a path; the directory is made by the first write.
    ///   - suite: which suite; nil is the standard one, of the process's own name.
    public convenience init(directory: String, suite: SuiteName? = nil) {
        self.init(.directory(directory), suite: suite)
    }

    /// Preferences in files that the caller knows.
    ///
    /// - Parameters:
    ///   - file: the file that writes go to.
    ///   - searchList: the files that reads look through, the first that has a key wins.
    public convenience init(file: SuiteFile, searchList: [SuiteFile]) {
        let location = PreferenceLocation(file: file, searchList: searchList)
        self.init(domain: PreferenceDomains.domain(of: location), backend: .ofProcess)
    }

    /// The preferences of a suite in given directories.
    ///
    /// - Parameters:
    ///   - suite: which suite.
    ///   - directories: the user's and the system's; they need not exist.
    public convenience init(suite: SuiteName, directories: PreferenceDirectories) {
        self.init(.directories(directories), suite: suite)
    }

    /// The preferences of a suite in the directories that the process's environment names.
    ///
    /// Where it names none, reads give defaults and writes fail, each with the reason.
    public convenience init(suite: SuiteName) {
        self.init(.ofProcess, suite: suite)
    }

    /// The preferences of a suite that the program names; a name that is no suite's stops the process at once.
    public convenience init(suite: String) {
        self.init(suite: declaredSuite(suite))
    }

    /// The preferences of another suite of the same backend.
    func preferences(of suite: SuiteName) -> Preferences {
        others.withLock { others in
            if let preferences = others[suite] {
                return preferences
            }
            let preferences = Preferences(backend, suite: suite)
            others[suite] = preferences
            return preferences
        }
    }
}

extension Preferences {
    /// The preferences of the standard suite, which has the executable's name, as `UserDefaults.standard` has it.
    ///
    /// A test gives the code that it tests others, and with them the suites that keys name:
    ///
    /// ```swift
    /// Preferences.$standard.withValue(Preferences(.inMemory())) { ... }
    /// ```
    ///
    /// They hold within the closure, in its task and the tasks that it starts, but for detached ones and other threads.
    @TaskLocal public static var standard = Preferences(.ofProcess)

    /// The value of a key in its own suite, as the subscript of an instance reads, writes and changes it.
    public static subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { preferences(for: key)[key] }
        set { preferences(for: key)[key] = newValue }
        _modify { yield &preferences(for: key)[key] }
    }

    /// Removes a key from its own suite's file, so that its default holds; a failure goes to ``onProblem``.
    public static func reset(_ key: PreferenceKeys) {
        preferences(for: key).reset(key)
    }

    /// Whether a file holds the key, in its own suite.
    public static func isSet(_ key: PreferenceKeys) -> Bool {
        preferences(for: key).isSet(key)
    }

    /// Whether the key's value in its own suite is its default.
    public static func isDefault<Value>(_ key: PreferenceKey<Value>) -> Bool {
        preferences(for: key).isDefault(key)
    }

    static func preferences(for key: PreferenceKeys) -> Preferences {
        guard let suite = key.suite else { return standard }
        return standard.preferences(of: suite)
    }
}
