import Foundation

/// Keys and one generic subscript: the least that the expressions need.
class PreferenceKeys {}

final class PreferenceKey<Value>: PreferenceKeys, @unchecked Sendable {
    let defaultValue: Value

    init(_ name: String, default defaultValue: Value) { self.defaultValue = defaultValue }
}

enum Preferences {
    static subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { key.defaultValue }
        set {}
    }
}
