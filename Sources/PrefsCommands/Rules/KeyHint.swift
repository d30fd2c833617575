import CommandErrors
import CommandGrammar
import PropertyLists

/// What the user likely intended with a key that is not set, or that the schema does not declare.
enum KeyHint: Hashable {
    case missingSuite(near: String?)
    case missingFile
    /// The key is the name of a suite.
    case suite(String)
    /// A key with a similar name exists.
    case near(String)
    /// The key is a former name of this one.
    case renamed(String)
    /// The key, as a pattern, matches this many keys.
    case glob(String, count: Int)
    /// This line reaches what was likely intended.
    case line([String])

    /// Creates the hint of a key that, as a pattern, matches some of the keys; nil if it matches none.
    init?(pattern key: String, among keys: @autoclosure () -> [String]) {
        guard let glob = Glob(ifPattern: key) else { return nil }
        let matches = Set(keys().filter(glob.matches).map { ByteKey($0) })
        guard !matches.isEmpty else { return nil }
        self = .glob(key, count: matches.count)
    }

    fileprivate var isAboutMissing: Bool {
        switch self {
        case .missingSuite, .missingFile: true
        case .suite, .near, .renamed, .glob, .line: false
        }
    }

    var text: String? {
        switch self {
        case .missingSuite(let near?): "did you mean the suite \(near.quoted)?"
        case .missingSuite(nil): "'prefs suites' lists the suites"
        case .missingFile: nil
        case .suite(let name): "\(name.quoted) is the name of a suite: '\(["list", "-s", name].commandLine)'"
        case .near(let key): "did you mean \(key.quoted)?"
        case .renamed(let key): "it was renamed to \(key.quoted)"
        case .glob(let pattern, let count): "--glob \(pattern.shellWord) matches \(counted(count, "key"))"
        case .line(let line): line.commandLine
        }
    }
}

extension CommandError {
    /// Returns the error of values that are not set, with a hint at what was likely intended.
    static func unset(_ pointers: [ValuePointer], in location: String, hint: KeyHint?) -> CommandError {
        let what = pointers.isEmpty ? "no key is" : pointers.listed + (pointers.count == 1 ? " is not" : " are not")
        let missing = hint?.isAboutMissing ?? false ? ", which does not exist" : ""
        return CommandError(.absent, Message("\(what) set in \(location)\(missing)", hint: hint?.text))
    }
}
