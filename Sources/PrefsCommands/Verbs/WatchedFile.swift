import PreferenceStore
import PropertyLists

/// A suite file, as it was when it could last be read.
struct WatchedFile {
    private let file: SuiteFile
    private var contents: PropertyListDictionary = [:]
    private var isReadable = true
    private var warnings: [SuiteWarning] = []

    /// A file that is not read yet.
    init(_ file: SuiteFile) {
        self.file = file
    }

    /// Reads the file again.
    ///
    /// What it held stands while it cannot be read.
    ///
    /// - Returns: what is wrong with it, if it could be read before, and what is odd about it, if it was not so.
    mutating func read() -> (problem: PreferenceStoreError?, warnings: [SuiteWarning]) {
        do throws(PreferenceStoreError) {
            let document = try file.read()
            contents = document?.root ?? [:]
            isReadable = true
            let found = document?.warnings ?? []
            defer { warnings = found }
            return (nil, found.filter { !warnings.contains($0) })
        } catch {
            defer { isReadable = false }
            return (isReadable ? error : nil, [])
        }
    }

    /// What it holds for the keys that one of the globs matches, or for all.
    func values(matching globs: [Glob]) -> PropertyListDictionary {
        guard !globs.isEmpty else { return contents }
        var values = contents
        values.removeAll { entry in !globs.contains { $0.matches(entry.key) } }
        return values
    }
}
