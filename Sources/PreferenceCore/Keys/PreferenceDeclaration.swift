public import PreferenceStore

/// The metadata of a key: its name, its suite, and what its modifiers say.
///
/// The metadata is in a superclass of ``PreferenceKeys``, which programs extend. If `name` were a member of that class,
/// a program's `static let name = PreferenceKey<String>("name", default: "")` would hide the `name` of all keys in its
/// module.
public class PreferenceDeclaration: @unchecked Sendable {
    // Unchecked, since only a final class can be checked. The properties are constants of Sendable types. The
    // initialiser is internal, so that the final class PreferenceKey is the only class of keys.

    /// The top-level key in the file; dots are part of the name.
    public let name: String
    /// The suite for static access; nil for the standard suite.
    ///
    /// An instance of `Preferences` uses its own suite.
    public let suite: SuiteName?

    let options: KeyOptions

    init(name: String, suite: SuiteName?, options: KeyOptions) {
        self.name = name
        self.suite = suite
        self.options = options
    }
}

extension PreferenceDeclaration {
    /// The purpose of the preference, in one line; empty if the declaration has no summary.
    public var summary: String { options.summary }

    /// The former names of the key, the latest first, which are read if a file does not contain the key under its own
    /// name.
    public var formerNames: [String] { options.formerNames }

    /// Whether the program writes the value by itself, such as the position of a window or a counter.
    public var isVolatile: Bool { options.isVolatile }

    /// Whether the value is secret, such as a password.
    public var isSecret: Bool { options.isSecret }
}

/// What the modifiers of a key say.
struct KeyOptions: Sendable {
    var summary = ""
    var formerNames: [String] = []
    var isVolatile = false
    var isSecret = false
}

extension PreferenceDeclaration: CustomStringConvertible {
    /// The type, name and suite of the key, as in its declaration: `PreferenceKey<Int>("n", suite: "group.x")`.
    public var description: String {
        let suite = suite.map { ", suite: \($0.rawValue.debugDescription)" } ?? ""
        return "\(type(of: self))(\(name.debugDescription)\(suite))"
    }
}
