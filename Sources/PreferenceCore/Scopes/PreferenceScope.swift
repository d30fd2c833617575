/// Keys that belong together, whose names start alike.
///
/// ```swift
/// struct GeneralScope: PreferenceScope {
///     let launchCount = PreferenceKey<Int>("launchCount", default: 0)
/// }
/// extension PreferenceScopes { var general: GeneralScope.Type { GeneralScope.self } }
///
/// Preferences.general.launchCount += 1  // stored as general.launchCount
/// ```
///
/// A scope may be public in one module, with a `public init() {}`, and be extended with computed keys in another. Former
/// names of its keys are whole names, as they stand in the file, so that a key can move into a scope.
public protocol PreferenceScope: Sendable {
    /// What the name of each key in the file starts with, a dot and all; empty where they have their own names alone.
    ///
    /// Without a declaration it is the name of the type without `Scope`, the first letter lowered, and a dot:
    /// `general.` for `GeneralScope`.
    static var prefix: String { get }

    /// The scope, with its keys as they are declared.
    init()
}

extension PreferenceScope {
    public static var prefix: String {
        let name = declaredName(of: Self.self)
        let suffix = "Scope"
        let stem = name.hasSuffix(suffix) && name != suffix ? name.dropLast(suffix.count) : name[...]
        return stem.prefix(1).lowercased() + stem.dropFirst() + "."
    }

    /// The key as it stands in the file: a declared one with the scope's prefix.
    ///
    /// - Parameter path: the key in the scope, such as `\.launchCount`.
    public static func key<Value>(_ path: KeyPath<Self, PreferenceKey<Value>>) -> PreferenceKey<Value> {
        let keys = ScopeKeys.of(Self.self)
        return keys.prefixed(keys.scope[keyPath: path])
    }

    /// The stored keys of the scope as they stand in the file, in the order of their declaration.
    public static var keys: [PreferenceKeys] {
        ScopeKeys.of(Self.self).stored
    }
}
