import Synchronization

/// A group of keys with a common prefix in their names.
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
/// A scope may be public in one module, with a `public init() {}`, and be extended with computed keys in another.
/// Former names of its keys are complete names, as in the file, without an added prefix, so that a key can move into a
/// scope.
public protocol PreferenceScope: Sendable {
    /// The prefix of the name of each key in the file, including the dot; empty if the keys have no prefix.
    ///
    /// The default is the name of the type without `Scope`, with a lowercase first letter, and a dot: `general.` for
    /// `GeneralScope`.
    static var prefix: String { get }

    /// Creates the scope, with its keys as declared.
    init()
}

extension PreferenceScope {
    public static var prefix: String {
        let name = declaredName(of: Self.self)
        let suffix = "Scope"
        let stem = name.hasSuffix(suffix) && name != suffix ? name.dropLast(suffix.count) : name[...]
        return stem.prefix(1).lowercased() + stem.dropFirst() + "."
    }

    /// Returns the key as named in the file: a declared key with the scope's prefix.
    ///
    /// - Parameter path: the key in the scope, such as `\.launchCount`.
    public static func key<Value>(_ path: KeyPath<Self, PreferenceKey<Value>>) -> PreferenceKey<Value> {
        let keys = ScopeKeys.of(Self.self)
        return keys.prefixed(keys.scope[keyPath: path])
    }

    /// The stored keys of the scope as named in the file, in the order of their declaration.
    public static var keys: [PreferenceKeys] {
        ScopeKeys.of(Self.self).stored
    }
}

/// The scopes of a program; extensions declare each scope as a property.
///
/// ```swift
/// extension PreferenceScopes { var general: GeneralScope.Type { GeneralScope.self } }
/// ```
///
/// `Preferences` has the same properties, which give access to the values of the scope's keys. A scope has the keys that
/// its `init()` creates.
public struct PreferenceScopes: Sendable {
    init() {}

    // For `Preferences[.missing]`, the compiler also looks for a subscript of the type that a dynamic member of
    // `Preferences` comes from. If there is none, that is its first error, and `missing` comes second.

    /// Does not compile.
    @available(*, unavailable, message: "write Preferences[.key]")
    public subscript(key: PreferenceKeys) -> Never { preconditionFailure("unavailable") }

    /// Returns the key of a scope as named in the file, with the scope's prefix.
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

/// A scope and its keys as named in the file, created once for each type.
final class ScopeKeys<Scope: PreferenceScope>: Sendable {
    let scope: Scope
    /// The scope's stored keys with its prefix, in the order of their declaration.
    let stored: [PreferenceKeys]

    private let prefix: String
    /// The prefixed keys, by the identifiers of the declared keys, which live as long as the scope.
    private let prefixedKeys: [ObjectIdentifier: PreferenceKeys]

    private init() {
        let scope = Scope()
        let prefix = Scope.prefix
        let declared = Mirror(reflecting: scope).children.compactMap { $0.value as? PreferenceKeys }
        stored = declared.map { $0.prefixed(by: prefix) }
        prefixedKeys = Dictionary(zip(declared.map(ObjectIdentifier.init), stored)) { first, _ in first }
        self.scope = scope
        self.prefix = prefix
    }

    static func of(_ type: Scope.Type) -> ScopeKeys {
        let identifier = ObjectIdentifier(type)
        if let known = knownScopes.withLock({ $0[identifier] }) as? ScopeKeys {
            return known
        }
        // The scope's own code runs here and might use another scope, so the lock must not be taken.
        let made = ScopeKeys()
        return knownScopes.withLock { scopes in
            // If two threads create one at the same time, both use the first.
            let known = scopes[identifier] as? ScopeKeys ?? made
            scopes[identifier] = known
            return known
        }
    }

    /// Returns a declared key with the scope's prefix; for a stored key, always the same object.
    func prefixed<Value>(_ declared: PreferenceKey<Value>) -> PreferenceKey<Value> {
        guard let key = prefixedKeys[ObjectIdentifier(declared)] else { return declared.prefixed(by: prefix) }
        // Safe, since a prefixed key has the type of the declared one.
        return unsafe unsafeDowncast(key, to: PreferenceKey<Value>.self)
    }
}

private let knownScopes = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

/// Returns the name of a type as declared, without its module and enclosing types.
///
/// The lookup takes half a microsecond, so each name is cached.
func declaredName(of type: Any.Type) -> String {
    let identifier = ObjectIdentifier(type)
    return typeNames.withLock { names in
        if let name = names[identifier] {
            return name
        }
        let name = String(describing: type)
        names[identifier] = name
        return name
    }
}

private let typeNames = Mutex<[ObjectIdentifier: String]>([:])
