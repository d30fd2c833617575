import PreferenceStore
import PropertyLists

/// The files of a search list, as they were when they could last be read.
struct WatchedFiles {
    private struct WatchedFile {
        let file: SuiteFile
        var contents: PropertyListDictionary = [:]
        var isReadable = true
        var warnings: [SuiteWarning] = []
    }

    private var files: [WatchedFile]

    /// Files, the one that wins first, none of them read yet.
    init(_ files: [SuiteFile]) {
        self.files = files.map { WatchedFile(file: $0) }
    }

    /// Reads the files at some paths again.
    ///
    /// What a file held stands while it cannot be read.
    ///
    /// - Returns: what is wrong with files that could be read before, and what is odd about others that were not so.
    mutating func read(_ paths: [String]) -> (problems: [PreferenceStoreError], warnings: [SuiteWarning]) {
        let paths = Set(paths.map(ByteKey.init))
        var problems: [PreferenceStoreError] = []
        var warnings: [SuiteWarning] = []
        for position in files.indices where paths.contains(ByteKey(files[position].file.path)) {
            do throws(PreferenceStoreError) {
                let document = try files[position].file.read()
                files[position].contents = document?.root ?? [:]
                files[position].isReadable = true
                let found = document?.warnings ?? []
                warnings += found.filter { !files[position].warnings.contains($0) }
                files[position].warnings = found
            } catch {
                if files[position].isReadable {
                    problems.append(error)
                }
                files[position].isReadable = false
            }
        }
        return (problems, warnings)
    }

    /// What a program reads of the keys that one of the globs matches, or of all.
    func values(matching globs: [Glob]) -> PropertyListDictionary {
        var values = PropertyListDictionary()
        for file in files.reversed() {
            for entry in file.contents where globs.isEmpty || globs.contains(where: { $0.matches(entry.key) }) {
                values[entry.key] = entry.value
            }
        }
        return values
    }
}
