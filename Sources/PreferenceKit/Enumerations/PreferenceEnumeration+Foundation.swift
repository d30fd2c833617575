public import Foundation
public import PreferenceCore

extension PreferenceEnumeration {
    /// A data value; empty while it is unset.
    public var data: Data { dataValue ?? Data() }

    /// A data value; nil while it is unset.
    public var dataValue: Data? { value(Data.self) }

    /// A moment; nil while it is unset.
    public var date: Date? { value(Date.self) }

    /// A URL; nil while it is unset.
    ///
    /// A string that begins with `/` or `~` is read as a file's path, as `url(forKey:)` of `UserDefaults` reads it.
    public var url: URL? { value(URL.self) }
}
