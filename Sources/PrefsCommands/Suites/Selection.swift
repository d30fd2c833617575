import PreferenceCore
import PreferenceStore
import PropertyLists

/// The suite or the file that a verb works on, as the options and the environment say.
struct Selection {
    /// The file that a write goes to.
    let file: SuiteFile
    /// The files that a read looks through, the one that wins first.
    let searchList: [SuiteFile]
    let access: FileAccess
    let suite: SuiteName?
    /// The suite's name, or the path where no suite is selected.
    let name: String
    /// The place as messages name it.
    let place: String

    /// Reads the options; where none names a file, it is the suite of `$PREFS_SUITE`, else the suite `prefs`.
    init(_ arguments: ParsedArguments, in environment: any CommandEnvironment) throws(CommandError) {
        if let path = arguments.argument(of: .file) {
            file = SuiteFile(path: path)
            searchList = [file]
            access = .owner
            suite = nil
            name = path
            place = path
            return
        }
        do throws(PreferenceStoreError) {
            let isGlobal = arguments.has(.global)
            let suite = isGlobal ? .global : try Selection.suiteName(arguments, in: environment)
            let folders = try PreferenceFolders(environment: environment.variable)
            let isSystem = arguments.has(.system)
            let isByHost = arguments.has(.byHost)
            let layer = PreferenceLayer(isSystem ? .system : .user, isGlobal: isGlobal, isByHost: isByHost)
            let isOneFile = arguments.has(.only) || isGlobal || isSystem || isByHost
            file = layer.file(of: suite, in: folders)
            searchList = isOneFile ? [file] : SearchList(of: suite, in: folders).files
            access = isSystem ? .readableByAll : .owner
            self.suite = suite
            name = suite.rawValue
            place = isOneFile ? file.path : "the suite '\(suite)'"
        } catch {
            throw .store(error)
        }
    }

    /// The one file of a suite that is not the selected one: that of the user.
    init(ofSuite name: String, in environment: any CommandEnvironment) throws(CommandError) {
        do throws(PreferenceStoreError) {
            let folders = try PreferenceFolders(environment: environment.variable)
            let suite = try SuiteName(name)
            file = PreferenceLayer().file(of: suite, in: folders)
            searchList = [file]
            access = .owner
            self.suite = suite
            self.name = name
            place = file.path
        } catch {
            throw .store(error)
        }
    }

    private static func suiteName(
        _ arguments: ParsedArguments,
        in environment: any CommandEnvironment
    ) throws(PreferenceStoreError) -> SuiteName {
        if let name = arguments.argument(of: .suite) {
            return try SuiteName(name)
        }
        switch environment.variable("PREFS_SUITE") {
        case .text(let name) where !name.isEmpty: return try SuiteName(name)
        case .text, .unset: return try SuiteName("prefs")
        case .notUTF8: throw .invalidSuiteName("$PREFS_SUITE", .notUTF8)
        }
    }

    /// The files that a read looks through behind the one that a write goes to: what they hold is the default there.
    var lowerLayers: [SuiteFile] {
        Array(searchList.drop { $0.path != file.path }.dropFirst())
    }

    var preferences: PreferenceStorage {
        .files(PreferenceLocation(file: file, searchList: searchList))
    }
}

extension String {
    /// The last part of a path.
    var lastPathComponent: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
    }
}
