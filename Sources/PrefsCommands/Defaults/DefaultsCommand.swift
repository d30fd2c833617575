import PreferenceCore
import PreferenceStore
import PropertyLists

/// The verbs of defaults(1), on the files of this system.
///
/// They follow defaults(1) of macOS 26, but where that would lose data or guess: a corrupt file is never overwritten, and
/// a number must be one. Every change takes the lock, is atomic, obeys the suite's schema, and can be undone.
extension CommandContext {
    /// Runs a line of defaults(1).
    func run(_ line: DefaultsLine) throws(DefaultsError) {
        guard let domain = line.domain else {
            switch line.verb {
            case "domains": return try listDomains(line)
            case "find": return try find(line.words[0], line)
            case "read": return try readDomains(line)
            default: return writeLine(DefaultsLine.usage)
            }
        }
        switch line.verb {
        case "read": try read(domain, line)
        case "read-type":
            let kind = try value(of: line.words[0], in: domain, line).kind
            writeLine("Type is \(kind == .boolean ? "boolean" : kind.rawValue)")
        case "write": try write(domain, line)
        case "rename": try rename(domain, line)
        case "delete": try delete(domain, line)
        case "import": try importFile(domain, line)
        default: try export(domain, line)
        }
    }

    // MARK: Reading

    /// Returns the contents of a domain; nil if it does not exist, or has no keys.
    func contents(ofDomain selection: Selection) throws(CommandError) -> PropertyListDictionary? {
        let contents = try rethrowing(selection.file.read(), as: CommandError.store)?.root ?? [:]
        return contents.isEmpty ? nil : contents
    }

    private func value(
        of key: String,
        in domain: DefaultsLine.Domain,
        _ line: DefaultsLine
    ) throws(DefaultsError) -> PropertyList {
        let value = try asDefaults { () throws(CommandError) -> PropertyList? in
            let selection = try selection(of: domain, isByHost: line.isByHost)
            let contents = try contents(ofDomain: selection) ?? [:]
            if let value = contents[key] { return value }
            return contents[try NamedKey(key, in: schema(of: selection, keys: [key], declaresOnly: true))]
        }
        guard let value else { throw .noPair(domain, key: key) }
        return value
    }

    private func read(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        if let key = line.words.first {
            return writeLine(shown(DefaultsDescription(try value(of: key, in: domain, line)).text))
        }
        let contents = try rethrowing(
            contents(ofDomain: selection(of: domain, isByHost: line.isByHost)),
            as: DefaultsError.command
        )
        guard let contents else { throw .noDomain(domain) }
        writeLine(DefaultsDescription(.dictionary(contents)).text)
    }

    // MARK: Writing

    /// Changes a domain in one transaction; an error leaves it as it is.
    func change(
        _ selection: Selection,
        keys: [String]? = nil,
        by schema: SuiteSchema?,
        hiding hidden: PreferenceSecrets? = nil,
        _ body: (inout PropertyListDictionary) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        let result = try asDefaults { () throws(CommandError) in
            try change(selection, keys: keys, by: schema, hiding: hidden) { transaction in
                Result { () throws(DefaultsError) in
                    var contents = transaction.contents
                    try body(&contents)
                    transaction.contents = contents
                }
            }
            .value
        }
        try result.get()
    }

    /// Returns the file of a domain and the schema of some of its keys, or of all.
    func selected(
        _ domain: DefaultsLine.Domain,
        _ line: DefaultsLine,
        keys: [String]? = nil
    ) throws(DefaultsError) -> (Selection, SuiteSchema?) {
        try asDefaults { () throws(CommandError) in
            let selection = try selection(of: domain, isByHost: line.isByHost)
            return (selection, try schema(of: selection, keys: keys))
        }
    }

    private func write(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let key = line.words.count > 1 ? line.words[0] : nil
        let (selection, schema) = try selected(domain, line, keys: key.map { [$0] })
        do throws(DefaultsError) {
            guard let key else {
                guard case .dictionary(let contents) = try DefaultsValue.untyped(line.words[0]) else {
                    throw .message("\nRep argument is not a dictionary\nDefaults have not been changed.\n")
                }
                return try change(selection, by: schema) { $0 = contents }
            }
            let value = try DefaultsValue(Array(line.words.dropFirst()))
            let named = try namedKey(key, in: schema)
            try change(selection, keys: [key], by: schema) { contents throws(DefaultsError) in
                contents[named] = try value.value(replacing: contents[named], of: key)
            }
        } catch {
            let secrets = try rethrowing(secrets(of: selection, by: schema), as: DefaultsError.command)
            throw secrets.canHideValue(of: key) ? error.hidingWord : error
        }
    }

    private func rename(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let (old, new) = (line.words[0], line.words[1])
        let (selection, schema) = try selected(domain, line, keys: [old, new])
        let secrets = try rethrowing(secrets(of: selection, by: schema), as: DefaultsError.command)
            .moving(ValuePath(old), to: new)
        try change(selection, keys: [old, new], by: schema, hiding: secrets) { contents throws(DefaultsError) in
            guard let value = contents[old] else {
                throw .message("Key \(old) does not exist in domain \(domain.name); leaving defaults unchanged")
            }
            guard !old.hasSameBytes(as: new) else { return }
            if secrets.hasSecret(in: value, of: old) {
                try rethrowing(remember(secretKeys: [old, new], in: selection), as: DefaultsError.command)
            }
            contents[new] = nil
            contents.renameKey(old, to: new)
        }
    }

    private func delete(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let (selection, schema) = try selected(domain, line, keys: line.words.isEmpty ? nil : line.words)
        guard try rethrowing(contents(ofDomain: selection), as: DefaultsError.command) != nil else {
            throw .noDomainToChange(domain)
        }
        let key = try line.words.first.map { key throws(DefaultsError) in try namedKey(key, in: schema) }
        try change(selection, keys: key.map { [$0.name] }, by: schema) { contents throws(DefaultsError) in
            guard let key else { return contents = [:] }
            guard contents[key] != nil else { throw .noDomainToChange(domain) }
            contents[key] = nil
        }
    }

    func namedKey(_ key: String, in schema: SuiteSchema?) throws(DefaultsError) -> NamedKey {
        try rethrowing(NamedKey(key, in: schema), as: DefaultsError.command)
    }

    func asDefaults<Value>(_ body: () throws(CommandError) -> Value) throws(DefaultsError) -> Value {
        try rethrowing(body(), as: DefaultsError.command)
    }
}
