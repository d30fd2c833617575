import CommandGrammar

/// What the options of a command line say: a part for each subject that several verbs share.
///
/// A verb with several options of its own has a class for them beside its code; see ``own(_:)``.
///
/// The parser finds the options and checks them; then each ``Option`` on the line updates these values. Other code
/// reads these values, not the words; only corrected command lines use the occurrences.
///
/// A class, as the parts of the syntax are: a copy would instantiate the types of its optional values.
final class Options {
    var selection = SelectionOptions()
    var keys = KeyOptions()
    var value = ValueOptions()
    var output = OutputOptions()
    var writing = WritingOptions()
    var messages = MessageOptions()

    /// The options that only the verb of the line has; nil before the first one is asked for.
    private var ofVerb: AnyObject?

    /// Whether `append` omits the elements that the array has already.
    var isUnique = false
    /// Whether `append` puts the elements before the others.
    var isFirst = false
    /// The other suite of `copy`, which gets the values, and of `diff`; nil for none.
    var otherSuite: String?
    /// Whether `git-setup` changes the configuration of the user, rather than that of the repository.
    var isGlobalGit = false
    /// Whether `help` lists all commands.
    var listsAllCommands = false
    /// The path of the file of `merge` in git's work tree; nil if git does not run the command.
    var pathInGit: String?

    /// Creates the options of a line without any.
    init() {}

    /// Returns the options that only the verb of the line has, beside whose code their type stands.
    ///
    /// - Parameter make: Returns them for a line without any.
    func own<VerbOptions: AnyObject>(_ make: () -> VerbOptions) -> VerbOptions {
        if let own = ofVerb as? VerbOptions { return own }
        let own = make()
        ofVerb = own
        return own
    }

    /// Reads the options of a parsed line.
    ///
    /// - Throws: A usage error for an argument that is not of its form, such as a number.
    init(_ arguments: ParsedArguments) throws {
        for occurrence in arguments.options {
            try occurrence.option.update(self, occurrence)
        }
        try output.checkName()
    }
}

extension Option {
    /// Creates an option that updates ``Options``.
    convenience init(
        _ spellings: [String],
        _ summary: String,
        aliases: [String] = [],
        quietAliases: [String] = [],
        shortForms: [String] = [],
        takes arguments: [OptionArgument] = [],
        operands: [Operand]? = nil,
        excludes: @autoclosure @escaping @Sendable () -> [String] = [],
        needs: [String] = [],
        isRepeatable: Bool = false,
        _ update: @escaping @Sendable (Options, OptionOccurrence) throws -> Void
    ) {
        self.init(
            spellings,
            summary,
            aliases: aliases,
            quietAliases: quietAliases,
            shortForms: shortForms,
            takes: arguments,
            operands: operands,
            excludes: excludes(),
            needs: needs,
            isRepeatable: isRepeatable,
            updating: { values, occurrence in
                if let options = values as? Options { try update(options, occurrence) }
            }
        )
    }

    /// Creates an option without arguments.
    convenience init(
        _ spellings: [String],
        _ summary: String,
        quietAliases: [String] = [],
        operands: [Operand]? = nil,
        excludes: @autoclosure @escaping @Sendable () -> [String] = [],
        needs: [String] = [],
        _ set: @escaping @Sendable (Options) -> Void
    ) {
        self.init(
            spellings,
            summary,
            quietAliases: quietAliases,
            operands: operands,
            excludes: excludes(),
            needs: needs,
            updating: { values, _ in (values as? Options).map(set) }
        )
    }
}
