/// What an environment variable is set to.
public enum EnvironmentValue: Hashable, Sendable {
    /// It is not set.
    case unset
    /// It is set to this text, perhaps an empty one.
    case text(String)
    /// It is set to bytes that are no UTF-8.
    case notUTF8
}

extension EnvironmentValue {
    /// What a C string holds; `unset` for none.
    init(_ value: UnsafePointer<CChar>?) {
        guard let value = unsafe value else {
            self = .unset
            return
        }
        self = unsafe String(validatingCString: value).map(EnvironmentValue.text) ?? .notUTF8
    }
}
