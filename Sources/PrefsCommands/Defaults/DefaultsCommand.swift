import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// The verbs of defaults(1), on the files of this system.
///
/// They follow defaults(1) of macOS 26, except where that would lose data or guess: a corrupt file is never
/// overwritten, and a number must be one. Every change takes the lock, is atomic, obeys the suite's schema, and can be
/// undone.
extension VerbRun {
    /// Runs a line of defaults(1).
    func run(_ line: DefaultsLine) throws {
        guard let domain = line.domain else {
            switch line.verb {
            case "domains": return try listDomains(line)
            case "find": return try find(line.words[0], line)
            case "read": return try readDomains(line)
            default: return printer.writeLine(DefaultsLine.usage)
            }
        }
        switch line.verb {
        case "read": try read(domain, line)
        case "read-type":
            let kind = try value(of: line.words[0], in: domain, line).kind
            printer.writeLine("Type is \(kind.nameInDefaults)")
        case "write": try write(domain, line)
        case "rename": try rename(domain, line)
        case "delete": try delete(domain, line)
        case "import": try importFile(domain, line)
        default: try export(domain, line)
        }
    }

    // MARK: Reading

    /// Returns the contents of a domain; nil if it does not exist, or has no keys.
    func contents(ofDomain selection: Selection) throws -> PropertyListDictionary? {
        try reader.checkPolicies(of: selection)
        let contents = try selection.file.read()?.root ?? [:]
        return contents.isEmpty ? nil : contents
    }

    private func value(
        of key: String,
        in domain: DefaultsLine.Domain,
        _ line: DefaultsLine
    ) throws -> PropertyList {
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        let contents = try contents(ofDomain: selection) ?? [:]
        if let value = contents[key] { return value }
        let named = try NamedKey(key, in: reader.schema(of: selection, keys: [key], declaresOnly: true))
        guard let value = contents[named] else { throw DefaultsError.noPair(domain, key: key) }
        return value
    }

    private func read(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws {
        if let key = line.words.first {
            return printer.writeLine(printer.shown(DefaultsDescription(try value(of: key, in: domain, line)).text))
        }
        let contents = try contents(ofDomain: reader.selection(of: domain, isByHost: line.isByHost))
        guard let contents else { throw DefaultsError.noDomain(domain) }
        printer.writeLine(DefaultsDescription(.dictionary(contents)).text)
    }

    // MARK: Writing

    /// Returns the file of a domain and the schema of some of its keys, or of all.
    func selected(
        _ domain: DefaultsLine.Domain,
        _ line: DefaultsLine,
        keys: [String]? = nil
    ) throws -> (Selection, SuiteSchema?) {
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        return (selection, try reader.schema(of: selection, keys: keys))
    }

    private func write(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws {
        let key = line.words.count > 1 ? line.words[0] : nil
        let (selection, schema) = try selected(domain, line, keys: key.map { [$0] })
        do {
            guard let key else {
                guard case .dictionary(let contents) = try PropertyList(untypedDefaultsWord: line.words[0]) else {
                    throw DefaultsError.message("\nRep argument is not a dictionary\nDefaults have not been changed.\n")
                }
                try writer.change(selection, by: schema) { $0.root = contents }
                return
            }
            let value = try NewValue(defaultsWords: Array(line.words.dropFirst()))
            let named = try NamedKey(key, in: schema)
            try writer.change(selection, keys: [key], by: schema) { transaction in
                let old = transaction.root[named]
                transaction.root[named] = try value.value(ofKey: key, replacing: old)
            }
        } catch let error as DefaultsError {
            let secrets = try reader.secrets(of: selection, by: schema)
            throw secrets.canHideValue(of: key) ? error.hidingWord : error
        }
    }

    private func rename(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws {
        let (old, new) = (line.words[0], line.words[1])
        let (selection, schema) = try selected(domain, line, keys: [old, new])
        let secrets = try reader.secrets(of: selection, by: schema)
            .moving(ValuePointer(old), to: new)
        try writer.changeOrRehearse(
            selection,
            keys: [old, new],
            by: schema,
            hiding: secrets,
            endingOwnershipOf: old.hasSameBytes(as: new) ? [] : [old, new]
        ) { transaction in
            guard let value = transaction.root[old] else {
                throw DefaultsError.message(
                    "Key \(old) does not exist in domain \(domain.name); leaving defaults unchanged"
                )
            }
            guard !old.hasSameBytes(as: new) else { return }
            if secrets.hasSecret(in: value, of: old) {
                transaction.newSecretKeys = [old, new]
            }
            transaction.root[new] = nil
            transaction.root.renameKey(old, to: new)
        }
    }

    private func delete(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws {
        let (selection, schema) = try selected(domain, line, keys: line.words.isEmpty ? nil : line.words)
        guard try contents(ofDomain: selection) != nil else {
            throw DefaultsError.noDomainToChange(domain)
        }
        let key = try line.words.first.map { try NamedKey($0, in: schema) }
        try writer.change(selection, keys: key.map { [$0.name] }, by: schema) { transaction in
            guard let key else { return transaction.root = [:] }
            guard transaction.root[key] != nil else { throw DefaultsError.noDomainToChange(domain) }
            transaction.root[key] = nil
        }
    }
}
