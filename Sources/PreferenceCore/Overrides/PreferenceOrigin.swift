import PropertyLists

/// The place that the value of a key comes from, as returned by ``Preferences/origin(of:)-method``.
public enum PreferenceOrigin: Hashable, Sendable {
    /// An argument of the process, such as `-fontSize`.
    case argument(String)
    /// An environment variable, by its name.
    case variable(String)
    /// A dictionary of overrides, under the key's own name or a former one.
    case dictionary(key: String)
    /// The file at a path, under the key's own name or a former one.
    case file(path: String, key: String)
    /// The administrator's file at a path, which comes before all others, under the key's own name or a former one.
    case managed(path: String, key: String)
    /// The default of the key.
    case defaultValue
}

extension PreferenceOrigin: CustomStringConvertible {
    /// The place in a few words, such as `argument -fontSize`.
    public var description: String {
        switch self {
        case .argument(let argument): "argument \(argument)"
        case .variable(let name): "environment variable \(name)"
        case .dictionary(let key): "\(key.quoted) in a dictionary of overrides"
        case .file(let path, let key): "\(key.quoted) in \(path)"
        case .managed(let path, let key): "\(key.quoted) in \(path), by the administrator"
        case .defaultValue: "the default"
        }
    }

    /// Whether values from this place are text, which the type of the key reads.
    var isText: Bool {
        switch self {
        case .argument, .variable: true
        case .dictionary, .file, .managed, .defaultValue: false
        }
    }
}
