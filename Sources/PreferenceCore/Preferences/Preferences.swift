public import PreferenceStore
import Synchronization

/// The preferences of one suite, accessed by typed keys.
///
/// ```swift
/// Preferences[.launchCount] += 1
/// let group = Preferences(suite: "group.x")
/// group[.launchCount] = 3
/// try group.transaction { $0[.launchCount] = 1; $0[.username] = "ada" }
/// ```
///
/// A read uses the search list, as `UserDefaults` does. A write changes the suite's own file, and is on disk when it
/// returns.
///
/// `value(for:)`, `set`, `setIfMissing`, `remove`, `transaction` and what reads a whole suite throw their error. Everything
/// else reports it to ``onProblem-property``: a subscript, `reset`, a property, a binding, a scope, and a case of a
/// ``PreferenceEnumeration``.
@dynamicMemberLookup
public final class Preferences: Sendable {
    let domain: PreferenceDomain
    let settings: PreferenceSettings
    /// The values above the files; nil if there are none.
    let overrides: PreferenceOverrides?

    /// The storage of this suite and the suites that keys name.
    private let backend: PreferenceBackend
    /// The other suites that keys name.
    private let others = Mutex<[SuiteName: Preferences]>([:])

    private init(domain: PreferenceDomain, backend: PreferenceBackend, settings: PreferenceSettings) {
        self.domain = domain
        self.backend = backend
        self.settings = settings
        overrides = PreferenceOverrides(settings.overrides)
    }

    convenience init(_ backend: PreferenceBackend, _ suite: SuiteName?, _ settings: PreferenceSettings) {
        self.init(domain: backend.domain(of: suite), backend: backend, settings: settings)
    }

    /// Creates the preferences of a suite in a backend.
    ///
    /// ```swift
    /// let preferences = Preferences(.inMemory())
    /// ```
    ///
    /// - Parameters:
    ///   - backend: the storage of the suites.
    ///   - suite: the suite; nil for the standard suite, which has the process's own name.
    ///   - durability: the failures that each write has survived when it returns. With `.memory`, a write survives a
    ///     crash of the program, but not of the machine.
    ///   - overrides: layers of values above the files. Reads use the first one that has the key.
    public convenience init(
        _ backend: PreferenceBackend,
        suite: SuiteName? = nil,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        self.init(backend, suite, PreferenceSettings(durability: durability, overrides: overrides))
    }

    /// Creates preferences of a backend, for a suite that the program names; an invalid name stops the process at once.
    ///
    /// - Parameters:
    ///   - backend: the storage of the suites.
    ///   - suite: the name of the suite.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        _ backend: PreferenceBackend,
        suite: String,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        let settings = PreferenceSettings(durability: durability, overrides: overrides)
        self.init(backend, declaredSuite(suite), settings)
    }

    /// Creates preferences in a directory, for a suite that the program names; an invalid name stops the process at
    /// once.
    ///
    /// - Parameters:
    ///   - directory: the path of the directory, which the first write creates.
    ///   - suite: the name of the suite.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        directory: String,
        suite: String,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        let settings = PreferenceSettings(durability: durability, overrides: overrides)
        self.init(.directory(directory), declaredSuite(suite), settings)
    }

    /// Creates the preferences of a suite in a directory, such as a test's own, instead of the user's.
    ///
    /// - Parameters:
    ///   - directory: the path of the directory, which the first write creates.
    ///   - suite: the suite; nil for the standard suite, which has the process's own name.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        directory: String,
        suite: SuiteName? = nil,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        self.init(.directory(directory), suite, PreferenceSettings(durability: durability, overrides: overrides))
    }

    /// Creates preferences in files that the caller knows.
    ///
    /// - Parameters:
    ///   - file: the file for writes.
    ///   - searchList: the files for reads; the first file that contains a key takes precedence.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        file: SuiteFile,
        searchList: [SuiteFile],
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        let location = PreferenceLocation(file: file, searchList: searchList)
        self.init(
            domain: PreferenceDomains.domain(of: location),
            backend: Self.standard.backend,
            settings: PreferenceSettings(durability: durability, overrides: overrides)
        )
    }

    /// Creates the preferences of a suite in given directories.
    ///
    /// - Parameters:
    ///   - suite: the suite.
    ///   - directories: the user's and the system's directories, which need not exist.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        suite: SuiteName,
        directories: PreferenceDirectories,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        self.init(.directories(directories), suite, PreferenceSettings(durability: durability, overrides: overrides))
    }

    /// Creates the preferences of a suite in the backend of the ``standard`` preferences: the directories that the
    /// process's environment specifies, unless a program or a test has replaced them.
    ///
    /// If it specifies no directories, reads return defaults and writes fail, each with the reason.
    ///
    /// - Parameters:
    ///   - suite: the suite; nil for the standard suite, which has the process's own name.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        suite: SuiteName?,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        self.init(Self.standard.backend, suite, PreferenceSettings(durability: durability, overrides: overrides))
    }

    /// Creates the preferences of a suite that the program names, in the backend of the ``standard`` preferences; an
    /// invalid name stops the process at once.
    ///
    /// - Parameters:
    ///   - suite: the name of the suite.
    ///   - durability: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    ///   - overrides: as in ``init(_:suite:durability:overriding:)-(_,SuiteName?,_,_)``.
    public convenience init(
        suite: String,
        durability: Durability = .disk,
        overriding overrides: PreferenceOverride...
    ) {
        let settings = PreferenceSettings(durability: durability, overrides: overrides)
        self.init(Self.standard.backend, declaredSuite(suite), settings)
    }

    /// Returns the preferences of another suite of the same backend.
    func preferences(of suite: SuiteName) -> Preferences {
        others.withLock { others in
            if let preferences = others[suite] {
                return preferences
            }
            let preferences = Preferences(backend, suite, settings)
            others[suite] = preferences
            return preferences
        }
    }
}
