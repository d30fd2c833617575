import Synchronization

/// A scope and its keys under their names in the file, made once for each type.
final class ScopeKeys<Scope: PreferenceScope>: Sendable {
    let scope: Scope
    /// The scope's stored keys with its prefix, in the order of their declaration.
    let stored: [PreferenceKeys]

    private let prefix: String
    /// The keys with the prefix, by the declared ones, which live as long as the scope does.
    private let prefixedKeys: [ObjectIdentifier: PreferenceKeys]

    private init() {
        let scope = Scope()
        let prefix = Scope.prefix
        let declared = Mirror(reflecting: scope).children.compactMap { $0.value as? any PrefixableKey }
        stored = declared.map { $0.prefixed(by: prefix) }
        prefixedKeys = Dictionary(zip(declared.map(ObjectIdentifier.init), stored)) { first, _ in first }
        self.scope = scope
        self.prefix = prefix
    }

    /// The keys of a scope.
    static func of(_ type: Scope.Type) -> ScopeKeys {
        let identifier = ObjectIdentifier(type)
        if let known = knownScopes.withLock({ $0[identifier] }) as? ScopeKeys {
            return known
        }
        // The scope's own code runs here, and might ask for another scope: so without the lock.
        let made = ScopeKeys()
        return knownScopes.withLock { scopes in
            // Of two that are made at once, the first is everyone's.
            if let known = scopes[identifier] as? ScopeKeys {
                return known
            }
            scopes[identifier] = made
            return made
        }
    }

    /// A declared key with the scope's prefix: for a stored key always the same.
    func prefixed<Value>(_ declared: PreferenceKey<Value>) -> PreferenceKey<Value> {
        prefixedKeys[ObjectIdentifier(declared)] as? PreferenceKey<Value> ?? declared.prefixed(by: prefix)
    }
}

/// A key of any type, which a scope's prefix can be put before.
private protocol PrefixableKey: PreferenceKeys {
    func prefixed(by prefix: String) -> Self
}

extension PreferenceKey: PrefixableKey {}

private let knownScopes = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])
