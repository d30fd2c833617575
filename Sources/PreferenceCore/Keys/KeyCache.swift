import Synchronization

/// The keys that expressions such as `Preferences.general.launchCount` stand for, created at their first use.
///
/// Creating a key takes longer than reading its value.
struct KeyCache<Expression: Hashable & Sendable>: ~Copyable, Sendable {
    /// The number of keys at which all are discarded, so that expressions that are made at run time cannot exhaust the
    /// memory.
    static var capacity: Int { 4096 }

    private let keys = Mutex<[Expression: PreferenceKeys]>([:])

    var count: Int { keys.withLock(\.count) }

    func key(for expression: Expression) -> PreferenceKeys? {
        keys.withLock { $0[expression] }
    }

    func keep(_ key: PreferenceKeys, for expression: Expression) {
        keys.withLock { keys in
            if keys.count >= Self.capacity {
                keys.removeAll()
            }
            keys[expression] = key
        }
    }
}

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
