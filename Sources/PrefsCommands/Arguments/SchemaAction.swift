/// What `prefs schema` does, as its first operand says.
enum SchemaAction: String, CaseIterable, Sendable {
    case install
    case uninstall
    case list
    case show
    case check
    case infer

    /// What the action does: a phrase that starts in lower case, without a full stop.
    var summary: String {
        switch self {
        case .install: "put FILE where the schema of a suite is looked for"
        case .uninstall: "remove the schema of a suite that 'install' has put there"
        case .list: "print the suites that have a schema, and where it is"
        case .show: "print the schema of a suite as it is"
        case .check: "find what is wrong with schemas themselves"
        case .infer: "print a first schema of a suite as it is"
        }
    }

    /// The files that the action takes; nil for none.
    var files: OperandSpecification.Arity? {
        switch self {
        case .install: .one
        case .check: .zeroOrMore
        case .uninstall, .list, .show, .infer: nil
        }
    }

    /// The options that the action heeds, beside those of messages.
    var options: [OptionName] {
        switch self {
        case .install: [.suite, .global, .breakHardLinks]
        case .uninstall, .show: [.suite, .global]
        case .list: [.json, .null]
        case .check: [.suite, .global, .json, .null]
        case .infer: [.suite, .global, .file, .output, .breakHardLinks]
        }
    }

    /// Whether the action has to do with suites that have a schema, and with no others.
    var isAboutSchemasAlone: Bool {
        switch self {
        case .uninstall, .show, .check: true
        case .install, .list, .infer: false
        }
    }

    /// How the action is called.
    var synopsis: String {
        let file = files.map { OperandSpecification(.schemaFile, $0, summary: "").notation }
        return (["prefs", VerbName.schema.rawValue, rawValue, "[OPTIONS]"] + [file].compactMap(\.self))
            .joined(separator: " ")
    }

    /// Checks that the line has what the action takes, and nothing else.
    func check(_ arguments: ParsedArguments) throws(UsageError) {
        let paths = arguments.operands.dropFirst()
        if files == .one, paths.isEmpty {
            throw .missingOperand(.schemaFile, verb: .schema, synopsis: synopsis)
        }
        let limit = files == nil ? 0 : files == .one ? 1 : paths.count
        if let surplus = paths.dropFirst(limit).first {
            throw .surplusOperand(surplus, synopsis: synopsis, swallowed: nil)
        }
        let heeded = options + OptionGroup.messages.options.map(\.name)
        if let option = arguments.options.first(where: { !heeded.contains($0.name) }) {
            throw .optionOfOtherAction(option, self)
        }
    }
}
