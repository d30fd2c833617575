import PreferenceStore
public import PropertyLists

/// A step that turns the stored preferences of an older version of a program into those of a newer one.
///
/// ```swift
/// try preferences.migrate([
///     PreferenceMigration(1, "sizes are in points") { suite in
///         guard let pixels = Double(propertyList: suite[stored: "size"]) else { return }
///         suite[stored: "size"] = nil
///         suite[.pointSize] = pixels * 0.75
///     },
///     PreferenceMigration(2, "one theme for all windows") { suite in ... },
/// ])
/// ```
///
/// For a key that only has another name or type now, `formerly:` and `migrating:` of its ``PreferenceKey`` are simpler:
/// they need no order, and an older program still finds its value until the key is written.
public struct PreferenceMigration: Sendable {
    /// The version of the stored preferences after the step, at least 1.
    public let version: Int
    /// What changes, in a few words; an exported schema has it.
    public let summary: String
    let body: @Sendable (inout PreferenceTransaction) throws -> Void

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - version: the version of the stored preferences after the step, at least 1; another one stops the process.
    ///   - summary: what changes, in a few words, for people and error messages.
    ///   - body: changes the suite's file. It sees what the steps before it have made, and keys of any type by
    ///     ``PreferenceTransaction/subscript(stored:)``. It runs again if another program changes the file meanwhile,
    ///     or if the file cannot be written, so it must have no other effects. If it throws, the suite stays as it is.
    public init(
        _ version: Int,
        _ summary: String,
        _ body: @escaping @Sendable (inout PreferenceTransaction) throws -> Void
    ) {
        precondition(version > 0, "the version of a migration must be at least 1")
        self.version = version
        self.summary = summary
        self.body = body
    }

    /// The key under which a suite's file has its version: `prefs.version`.
    ///
    /// `resetAll` keeps it, as do `prefs reset --all` and `prefs apply --prune`.
    public static let versionKey = "prefs.version"
}

extension PreferenceTransaction {
    /// The value of a key as it is stored, whatever its type, and whether it is declared or not; nil removes it.
    ///
    /// A key that contains NUL, and a new value for one that the administrator has set, are reported and change
    /// nothing.
    public subscript(stored key: String) -> PropertyList? {
        get { changed[[key]] }
        set {
            problems.reporting { () throws(PreferenceError) in
                _ = try validatedKeyName(key)
                try checkIsNotManaged([key])
                changed[[key]] = newValue
            }
        }
    }
}

/// All steps of a program for one suite.
struct PreferenceMigrations: Sendable {
    private let steps: [PreferenceMigration]
    /// The path of the suite's file.
    let path: String

    /// Whether this task runs a step.
    @TaskLocal static var isRunning = false

    init(_ steps: [PreferenceMigration], path: String) {
        let areAscending = zip(steps, steps.dropFirst()).allSatisfy { $0.version < $1.version }
        precondition(areAscending, "the versions of migrations must ascend")
        self.steps = steps
        self.path = path
    }

    var version: Int { steps.last?.version ?? 0 }

    /// Returns the steps that stored preferences lack; an unset suite lacks none.
    ///
    /// - Throws: `newerVersion` and `wrongType`.
    func missing(in contents: PropertyListDictionary) throws(PreferenceError) -> [PreferenceMigration] {
        guard !contents.isEmpty else { return [] }
        let stored = try contents.version(path: path)
        guard stored <= version else { throw .newerVersion(stored, known: version, path: path) }
        return steps.filter { $0.version > stored }
    }

    func areDone(in contents: PropertyListDictionary?) -> Bool { (try? contents?.version(path: path)) == version }

    /// Runs the steps that a suite lacks, and stores their version.
    ///
    /// - Throws: `notMigrated`, and the errors of ``missing(in:)``.
    func apply(to transaction: inout PreferenceTransaction) throws(PreferenceError) {
        let missing = try missing(in: transaction.contents)
        guard !missing.isEmpty else { return }
        for step in missing {
            do {
                try Self.$isRunning.withValue(true) { try step.body(&transaction) }
            } catch {
                throw .notMigrated(version: step.version, step.summary, path: path, reason: "\(error)")
            }
        }
        mark(&transaction)
    }

    /// Runs the steps before another change; if that fails, changes nothing and returns the error.
    func problem(ofApplyingTo transaction: inout PreferenceTransaction) -> PreferenceError? {
        let before = transaction.changed
        do throws(PreferenceError) {
            try apply(to: &transaction)
            return nil
        } catch {
            transaction.changed = before
            return error
        }
    }

    /// Stores the version in a suite that is not empty.
    func mark(_ transaction: inout PreferenceTransaction) {
        guard version > 0, !transaction.contents.isEmpty else { return }
        transaction.changed[[PreferenceMigration.versionKey]] = version.propertyList
    }

    /// Returns stored preferences after the steps that they lack.
    ///
    /// Within a step, they are as the file has them: a program may read the suite beside the step's transaction.
    ///
    /// - Throws: as ``apply(to:)``.
    func migrated(_ contents: PropertyListDictionary) throws(PreferenceError) -> PropertyListDictionary {
        guard try !missing(in: contents).isEmpty, !Self.isRunning else { return contents }
        var transaction = PreferenceTransaction(TransactionContents(contents, format: .binary), path: path)
        try apply(to: &transaction)
        return transaction.contents
    }
}

extension PropertyListDictionary {
    /// Returns the version of stored preferences; 0 if they have none.
    ///
    /// - Throws: `wrongType` if it is no integer.
    package func version(path: String) throws(PreferenceError) -> Int {
        guard let value = self[PreferenceMigration.versionKey] else { return 0 }
        guard let version = Int(propertyList: value) else {
            throw .wrongType(key: PreferenceMigration.versionKey, expected: "Int", found: value.kind, path: path)
        }
        return version
    }
}
