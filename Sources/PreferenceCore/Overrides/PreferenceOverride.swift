import PreferenceStore
public import PropertyLists

/// A layer of values above the files of a suite: the arguments of the process, its environment, or a dictionary.
///
/// ```swift
/// let preferences = Preferences(
///     suite: "editor",
///     overriding: .arguments, .environment(prefix: "EDITOR_"), .dictionary(["fontSize": 14])
/// )
/// ```
///
/// Reads use the first layer that has the key, under its own name or a former one, and then the files. The layers also
/// apply to the suites that keys name. They are only read: writes, transactions and changes in place use the suite's
/// file alone, and so do ``Preferences/snapshot()``, ``Preferences/allKeys()-method``,
/// ``Preferences/changes()-method`` and ``Preferences/dictionaryRepresentation()-method``.
///
/// Arguments and variables are text, which the key's type reads:
///
/// - A type that accepts a string gets the text as it is.
/// - An integer or a real is decimal.
/// - A boolean is `true`, `yes`, `on`, `1`, `y`, `t`, `false`, `no`, `off`, `0`, `n` or `f`, in upper or lower case.
/// - A date has the form of RFC 3339, such as `2026-01-31T12:00:00Z`. Data is base64.
/// - Any other type reads a property list as JSON, XML or OpenStep text, such as `[1, 2]` or `(1, 2)`. If the type
///   rejects the strings in it, those that spell a number, a boolean or a date are read as such.
///
/// A value that the type rejects is reported to ``Preferences/onProblem-property``, and the next layer applies.
public struct PreferenceOverride: Sendable {
    private enum Values {
        case arguments([ByteKey: String])
        case environment(prefix: String, [ByteKey: String])
        case dictionary([ByteKey: PropertyList])
    }

    private let values: Values

    /// The arguments of the process: `-key value`, as `UserDefaults` reads them.
    ///
    /// An argument that starts with `-` is a key if the next argument does not start with `-`. That next argument is
    /// its value. For a negative number, put a space before it: `-offset ' -5'`. The last value of a key applies.
    /// Arguments that are not UTF-8 are ignored.
    public static var arguments: PreferenceOverride {
        PreferenceOverride(arguments: (0..<CallingProcess.argumentCount).dropFirst().map(CallingProcess.argument))
    }

    /// Arguments other than those of the process, without the name of a program.
    public static func arguments(_ arguments: [String]) -> PreferenceOverride {
        PreferenceOverride(arguments: arguments)
    }

    /// The variables of an environment.
    ///
    /// The variable of a key is the prefix and the key, with `_` for each character outside `A-Z`, `a-z`, `0-9` and
    /// `_`. With the prefix `APP_`, `general.fontSize` has the variable `APP_general_fontSize`. If two keys that are
    /// read have the same variable, this is reported to ``Preferences/onProblem-property``,
    /// and the variable applies to both.
    ///
    /// - Parameters:
    ///   - prefix: the start of the names of all variables.
    ///   - environment: the variables by their names; nil for those that the process has now, without values that are
    ///     not UTF-8.
    public static func environment(prefix: String, _ environment: [String: String]? = nil) -> PreferenceOverride {
        let variables = (environment ?? CallingProcess.variables).filter { $0.key.utf8.starts(with: prefix.utf8) }
        return PreferenceOverride(values: .environment(prefix: prefix, byBytes(variables)))
    }

    /// Values by the names of their keys, as a file contains them.
    public static func dictionary(_ values: [String: PropertyList]) -> PreferenceOverride {
        PreferenceOverride(values: .dictionary(byBytes(values)))
    }

    private init(values: Values) {
        self.values = values
    }

    private init(arguments: [String?]) {
        var texts: [ByteKey: String] = [:]
        var rest = arguments[...]
        while let key = rest.popFirst() {
            guard let key, key.hasPrefix("-"), let next = rest.first, next?.hasPrefix("-") != true else { continue }
            rest.removeFirst()
            texts[ByteKey(String(key.dropFirst()))] = next
        }
        self.init(values: .arguments(texts))
    }

    /// Whether the layer has no values.
    var isEmpty: Bool {
        switch values {
        case .arguments(let texts), .environment(_, let texts): texts.isEmpty
        case .dictionary(let forms): forms.isEmpty
        }
    }

    /// Returns the value under the first of a key's names that the layer has, and its origin.
    func value(underFirstOf names: [String]) -> (form: PropertyList, origin: PreferenceOrigin)? {
        names.lazy.compactMap(value).first
    }

    private func value(named name: String) -> (form: PropertyList, origin: PreferenceOrigin)? {
        switch values {
        case .arguments(let texts):
            return texts[ByteKey(name)].map { (.string($0), .argument("-" + name)) }
        case .environment(let prefix, let texts):
            let variable = prefix + String(name.map { $0.isAllowedInVariable ? $0 : "_" })
            return texts[ByteKey(variable)].map { (.string($0), .variable(variable)) }
        case .dictionary(let forms):
            return forms[ByteKey(name)].map { ($0, .dictionary(key: name)) }
        }
    }
}

private func byBytes<Value>(_ values: [String: Value]) -> [ByteKey: Value] {
    Dictionary(uniqueKeysWithValues: values.map { (ByteKey($0.key), $0.value) })
}

extension Character {
    fileprivate var isAllowedInVariable: Bool {
        switch self {
        case "A"..."Z", "a"..."z", "0"..."9", "_": isASCII
        default: false
        }
    }
}
