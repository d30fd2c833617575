public import PreferenceStore

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
    /// Where the preferences are; an error where the environment has no place for them, which every access meets.
    private let location: Result<PreferenceLocation, PreferenceError>

    /// Preferences in files that the caller knows.
    ///
    /// - Parameters:
    ///   - file: the file that writes go to.
    ///   - searchList: the files that reads look through, the first that has a key wins.
    public init(file: SuiteFile, searchList: [SuiteFile]) {
        location = .success(PreferenceLocation(file: file, searchList: searchList))
    }

    /// The preferences of a suite in given folders.
    public init(suite: SuiteName, folders: PreferenceFolders) {
        location = .success(PreferenceLocation(of: suite, in: folders))
    }

    /// The preferences of a suite in the folders that the process's environment names.
    ///
    /// Where it names none, reads give defaults and writes fail, each with the reason.
    public convenience init(suite: SuiteName) {
        self.init(suite: { suite })
    }

    /// The preferences of a suite that the program names; a name that is no suite's stops the process at once.
    public convenience init(suite: String) {
        self.init(suite: declaredSuite(suite))
    }

    /// The preferences of a suite whose name may turn out to be none.
    init(suite: () throws(PreferenceStoreError) -> SuiteName) {
        do {
            location = .success(PreferenceLocation(of: try suite(), in: try .ofProcess()))
        } catch {
            location = .failure(.store(error))
        }
    }

    func located() throws(PreferenceError) -> PreferenceLocation {
        try location.get()
    }
}

/// The files that preferences are read from and written to.
struct PreferenceLocation: Sendable {
    /// The file that writes go to.
    let file: SuiteFile
    /// The files that reads look through, the one that wins first.
    let searchList: [SuiteFile]
}

extension PreferenceLocation {
    init(of suite: SuiteName, in folders: PreferenceFolders) {
        file = PreferenceLayer().file(of: suite, in: folders)
        searchList = SearchList(of: suite, in: folders).files
    }
}
