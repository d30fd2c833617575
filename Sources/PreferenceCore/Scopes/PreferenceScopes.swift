/// The scopes of a program, each a property that an extension declares.
///
/// ```swift
/// extension PreferenceScopes { var general: GeneralScope.Type { GeneralScope.self } }
/// ```
///
/// `Preferences` has the same properties, with the values of the scope's keys.
public struct PreferenceScopes: Sendable {
    init() {}

    /// The key of a scope as it stands in the file, with the scope's prefix.
    ///
    /// - Parameters:
    ///   - scope: the scope, such as `\.general`.
    ///   - path: the key in it, such as `\.launchCount`.
    public static func key<Scope: PreferenceScope, Value>(
        _ scope: KeyPath<PreferenceScopes, Scope.Type>,
        _ path: KeyPath<Scope, PreferenceKey<Value>>
    ) -> PreferenceKey<Value> {
        Scope.key(path)
    }
}
