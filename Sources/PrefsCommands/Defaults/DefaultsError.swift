import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// An error in the words of defaults(1) of macOS 26.
enum DefaultsError: Error {
    /// The line is not one of defaults(1): the usage is printed, and the exit code is 255.
    case usage
    /// The line is about another host, or names an application instead of its domain.
    case otherHost, application
    case noDomain(DefaultsLine.Domain)
    case noPair(DefaultsLine.Domain, key: String)
    case noDomainToChange(DefaultsLine.Domain)
    /// A word that cannot be used, between the parts of the message about it.
    case word(String, String, String)
    case message(String)

    static func invalid(_ text: String, type: PropertyListKind) -> DefaultsError {
        .word("'", text, "' is not of type \(type.nameInDefaults); leaving defaults unchanged.")
    }

    static func unparsable(_ text: String) -> DefaultsError {
        .word("Could not parse: ", text, ".  Try single-quoting it.")
    }

    /// The error without the word, which is a part of a secret.
    var hidingWord: DefaultsError {
        guard case .word(let start, _, let end) = self else { return self }
        return .word(start, PreferenceSecrets.text, end)
    }

    private static func unsupported(_ text: String) -> [String] { ["\n\(text)\nDefaults have not been changed.\n"] }

    /// The messages on standard error.
    var texts: [String] {
        switch self {
        case .usage: []
        case .otherHost: Self.unsupported("-host: the preferences of another host are not in this user's directory")
        case .application: Self.unsupported("-app: applications on Linux have no bundle that names their domain")
        case .noDomain(let domain): ["\nDomain \(domain.name) does not exist\n"]
        case .noPair(let domain, let key):
            ["\nThe domain/default pair of (\(domain.nameWithKey), \(key)) does not exist\n"]
        case .noDomainToChange(let domain):
            ["\nDomain (\(domain.nameWithKey)) not found.\nDefaults have not been changed.\n"]
        case .word(let start, let word, let end): [start + word + end]
        case .message(let text): [text]
        }
    }
}

extension CommandEnvironment {
    /// Prints an error as defaults(1) does, whose exit code for all errors is `absent`.
    func complainAsDefaults(_ error: any Error) {
        let texts = (error as? DefaultsError)?.texts ?? CommandError(error).messages.map(\.text)
        texts.forEach(complainAsDefaults)
    }

    /// Prints a message as `NSLog` does: after the time, the program and its process.
    func complainAsDefaults(_ text: String) {
        let (seconds, attoseconds) = wallTime.components
        // The clock starts in 1970, and dates of property lists in 2001.
        let date = PropertyListDate(secondsSinceReferenceDate: Double(seconds) - 978_307_200).rfc3339 ?? ""
        let time = date.dropLast().split(separator: "T").joined(separator: " ")
        let fraction = String(attoseconds.magnitude / 1_000_000_000_000_000, radix: 10, width: 3)
        let process = CallingProcess.identifier
        let line = "\(time).\(fraction) defaults[\(process):\(process)] \(text)"
        writeError(Array((line.escapingControlCharactersOfText + "\n").utf8))
    }
}
