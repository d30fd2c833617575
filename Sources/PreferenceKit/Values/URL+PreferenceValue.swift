public import Foundation
public import PreferenceCore
public import PropertyLists

extension URL: PreferenceValue {
    /// Text that is a URI, or a dictionary with the parts of a relative one.
    public static var schema: SchemaRule {
        .string(.uri).or(.dictionary(["relative": .string, "base": .any], required: ["relative"]))
    }

    /// The URL that a property list stands for.
    ///
    /// - A string with a scheme is a URL. One that begins with `/` or `~` is a file's path: what
    ///   `UserDefaults.set(_:forKey:)` makes of a URL.
    /// - A dictionary with `relative`, and maybe `base`, is what Foundation's `Codable` conformance writes.
    /// - Data is a keyed archive of an `NSURL`, as `UserDefaults` writes it on Apple's platforms.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .string(let text): self.init(absoluteOrPath: text)
        case .dictionary(let parts): self.init(parts: parts)
        case .data: self.init(archived: propertyList)
        default: return nil
        }
    }

    /// A string, whole with query and fragment; where the URL is relative, or its scheme is none, a dictionary as
    /// Foundation's `Codable` conformance writes it: `relative`, and `base` where there is one.
    public var propertyList: PropertyList {
        if baseURL == nil, scheme != nil, SchemaFormat.uri.holds(relativeString) {
            return .string(relativeString)
        }
        var parts: PropertyListDictionary = [:]
        parts["base"] = baseURL?.propertyList
        parts["relative"] = .string(relativeString)
        return .dictionary(parts)
    }

    private init?(absoluteOrPath text: String) {
        if text.hasPrefix("/") || text.hasPrefix("~") {
            self.init(fileURLWithPath: NSString(string: text).expandingTildeInPath)
        } else {
            self.init(string: text)
            guard scheme != nil else { return nil }
        }
    }

    private init?(parts: PropertyListDictionary) {
        guard case .string(let relative)? = parts["relative"] else { return nil }
        guard let base = parts["base"] else {
            self.init(string: relative)
            return
        }
        guard let base = URL(propertyList: base) else { return nil }
        self.init(string: relative, relativeTo: base)
    }

    private init?(archived propertyList: PropertyList) {
        guard let archive = Archived<NSURL>(propertyList: propertyList) else { return nil }
        self = archive.value as URL
    }
}
