import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let defaults = Verb(
        "defaults",
        summary: "Run a command line of defaults(1) of macOS",
        discussion: """
            Reads and changes the same files as the other commands, with the grammar, the output, the messages and the
            exit codes of defaults(1) of macOS, so that a script runs on both systems. 'defaults' as the name of the
            command, by a symbolic link, has the same effect. 'prefs defaults help' prints the grammar.

            It differs where the other one would lose data or guess. A corrupt file is an error, and is not overwritten.
            -int and -float take numbers only, and -float stores all digits. A change obeys the schema of the suite,
            and 'prefs undo' undoes it. -host and -app are errors: there are no other hosts and no bundles. delete-all
            is delete, since there are no containers.

            PREFS_SUITE does not apply. An untyped value is a string, or a property list if it is spelled like one; it
            replaces a value of any type.
            """,
        operands: [Operand(.defaultsWord, "What follows 'defaults' on macOS", .zeroOrMore)],
        groups: [],
        examples: [
            "defaults write com.example.app autosave -bool NO": "Set a bool",
            "defaults read com.example.app": "Print a domain in the format of macOS",
            "defaults export com.example.app -": "Print a domain as XML",
        ],
        exits: [
            ExitMeaning(.done), ExitMeaning(.absent, "an error; a message says which"),
            ExitMeaning(.usage, "the line is not one of defaults(1); its usage is printed", status: 255),
        ],
        isOtherGrammar: true,
        action: VerbAction(VerbRun.defaults)
    )
}

extension VerbRun {
    /// `prefs defaults`: runs a line, whose words are all operands.
    fileprivate func defaults() throws -> ExitCode {
        do {
            try DefaultsCommand(verb: self, line: DefaultsLine(operands)).run()
            return .done
        } catch DefaultsError.usage {
            printer.writeLine(DefaultsLine.usage)
            return .usage
        } catch {
            messages.complainAsDefaults(error)
            return .absent
        }
    }
}

/// The verbs of defaults(1), on the files of this system.
///
/// They follow defaults(1) of macOS 26, except where that would lose data or guess: a corrupt file is never
/// overwritten, and a number must be one. Every change takes the lock, is atomic, obeys the suite's schema, and can be
/// undone.
struct DefaultsCommand {
    let verb: VerbRun
    let line: DefaultsLine

    var reader: SuiteReader { verb.reader }
    var writer: SuiteWriter { verb.writer }
    var printer: Printer { verb.printer }

    /// Runs a line of defaults(1).
    func run() throws {
        guard let domain = line.domain else {
            switch line.verb {
            case "domains": return try listDomains()
            case "find": return try find(line.words[0])
            case "read": return try readDomains()
            default: return printer.writeLine(DefaultsLine.usage)
            }
        }
        switch line.verb {
        case "read": try read(domain)
        case "read-type":
            let kind = try value(of: line.words[0], in: domain).kind
            printer.writeLine("Type is \(kind.nameInDefaults)")
        case "write": try write(domain)
        case "rename": try rename(domain)
        case "delete": try delete(domain)
        case "import": try importFile(domain)
        default: try export(domain)
        }
    }

    // MARK: Reading

    /// Returns the contents of a domain; nil if it does not exist, or has no keys.
    func contents(ofDomain selection: Selection) throws -> PropertyListDictionary? {
        try selection.rules.checkPolicies()
        let contents = try selection.file.read()?.root ?? [:]
        return contents.isEmpty ? nil : contents
    }

    private func value(
        of key: String,
        in domain: DefaultsLine.Domain
    ) throws -> PropertyList {
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        let contents = try contents(ofDomain: selection) ?? [:]
        guard let value = try contents[key] ?? contents[named: selection.rules.names(of: key)] else {
            throw DefaultsError.noPair(domain, key: key)
        }
        return value
    }

    private func read(_ domain: DefaultsLine.Domain) throws {
        if let key = line.words.first {
            return printer.writeLine(printer.shown(DefaultsDescription(try value(of: key, in: domain)).text))
        }
        let contents = try contents(ofDomain: reader.selection(of: domain, isByHost: line.isByHost))
        guard let contents else { throw DefaultsError.noDomain(domain) }
        printer.writeLine(DefaultsDescription(.dictionary(contents)).text)
    }

    // MARK: Writing

    private func write(_ domain: DefaultsLine.Domain) throws {
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        guard line.words.count > 1 else {
            guard case .dictionary(let contents) = try PropertyList(untypedDefaultsWord: line.words[0]) else {
                throw DefaultsError.message("\nRep argument is not a dictionary\nDefaults have not been changed.\n")
            }
            try writer.change(selection) { $0.root = contents }
            return
        }
        let key = line.words[0]
        let value: DefaultsValue
        do {
            value = try DefaultsValue(Array(line.words.dropFirst()))
        } catch let error as DefaultsError {
            throw error.about(key)
        }
        try writer.change(selection, keys: [key]) { transaction in
            let names = try selection.rules.names(of: key)
            transaction.root[named: names] = try value.replacing(transaction.root[named: names], ofKey: key)
        }
    }

    private func rename(_ domain: DefaultsLine.Domain) throws {
        let (old, new) = (line.words[0], line.words[1])
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        selection.rules.disclosure.receive(new, from: ValuePointer(old), of: selection.rules)
        try writer.changeAndPrint(
            selection,
            keys: [old, new],
            endingOwnershipOf: old.hasSameBytes(as: new) ? [] : [old, new]
        ) { transaction in
            guard transaction.root[old] != nil else {
                throw DefaultsError.message(
                    "Key \(old) does not exist in domain \(domain.name); leaving defaults unchanged"
                )
            }
            guard !old.hasSameBytes(as: new) else { return }
            transaction.root[new] = nil
            transaction.root.renameKey(old, to: new)
        }
    }

    private func delete(_ domain: DefaultsLine.Domain) throws {
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        guard try contents(ofDomain: selection) != nil else {
            throw DefaultsError.noDomainToChange(domain)
        }
        let key = line.words.first
        try writer.change(selection, keys: key.map { [$0] }) { transaction in
            guard let key else { return transaction.root = [:] }
            let names = try selection.rules.names(of: key)
            guard transaction.root[named: names] != nil else { throw DefaultsError.noDomainToChange(domain) }
            transaction.root[named: names] = nil
        }
    }
}
