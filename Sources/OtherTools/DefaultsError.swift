import PropertyLists

/// An error in the words of defaults(1) of macOS 26.
package enum DefaultsError: Error {
    /// The line is not one of defaults(1): the usage is printed, and the exit code is 255.
    case usage
    /// The line is about another host, or names an application instead of its domain.
    case otherHost, application
    case noDomain(DefaultsLine.Domain)
    case noPair(DefaultsLine.Domain, key: String)
    case noDomainToChange(DefaultsLine.Domain)
    /// A word that cannot be used as a value of a key, if that is known, between the parts of the message about it.
    case word(String, String, String, of: String? = nil)
    case message(String)

    static func invalid(_ text: String, type: PropertyListKind) -> DefaultsError {
        .word("'", text, "' is not of type \(type.nameInDefaults); leaving defaults unchanged.")
    }

    static func unparsable(_ text: String) -> DefaultsError {
        .word("Could not parse: ", text, ".  Try single-quoting it.")
    }

    private static func unsupported(_ text: String) -> String { "\n\(text)\nDefaults have not been changed.\n" }

    /// Returns the error for the value of a key.
    package func about(_ key: String) -> DefaultsError {
        guard case .word(let start, let word, let end, _) = self else { return self }
        return .word(start, word, end, of: key)
    }

    /// The message on standard error, without a word of a value.
    package var text: String {
        switch self {
        case .usage, .word: ""
        case .otherHost: Self.unsupported("-host: the preferences of another host are not in this user's directory")
        case .application: Self.unsupported("-app: applications on Linux have no bundle that names their domain")
        case .noDomain(let domain): "\nDomain \(domain.name) does not exist\n"
        case .noPair(let domain, let key):
            "\nThe domain/default pair of (\(domain.nameWithKey), \(key)) does not exist\n"
        case .noDomainToChange(let domain):
            "\nDomain (\(domain.nameWithKey)) not found.\nDefaults have not been changed.\n"
        case .message(let text): text
        }
    }
}
