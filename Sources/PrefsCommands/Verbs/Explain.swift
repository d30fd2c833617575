import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let explain = Verb(
        "explain",
        summary: "Show where a value comes from",
        discussion: """
            Prints one line per file that a program searches, in order of precedence: the state and the path. If the
            file sets the key, its type and value follow. Fields are separated by tabs and escaped as in 'prefs list'.

            The state is 'wins' for the value that a program reads, and 'hidden' for a value after it. It is 'unset' if
            the file lacks the key or does not exist, and 'unreadable' if it cannot be read. With --json, the command
            prints an array of objects with the names 'state', 'file', 'type' and 'value'.

            If a schema has a default for the key, the last line shows it, with the schema's file. Its state is
            'default' if it applies, else 'hidden'. A schema can also list former names of the key. A value under a
            former name has that name at the end of its line, or as 'key' in JSON.
            """,
        operands: [Operand(.key, "The key to explain, a literal name")],
        groups: [.searchedFiles, .pointer, .output(.json, .typed, .null), .messages],
        examples: [
            "explain theme": "Show each file that can set 'theme', and which one wins",
            "explain -s group.x theme --json": "Print the same as a JSON array",
        ],
        exits: .reading([
            .done: "the key is set, or has a default",
            .absent: "the key is not set anywhere and has no default; the files are printed nevertheless",
            .invalidValue: "a value cannot be printed in the requested form",
            .unreadableFile: "a file that could contain the winning value cannot be read",
        ]),
        run: VerbRun.explain
    )
}

extension VerbRun {
    /// `prefs explain`: prints the value of a key in each file of the search list and in the schema, and which one
    /// wins.
    ///
    /// The exit code is that of `get`: a file that cannot be read is an error only if it precedes the winning one. The
    /// files after it are printed nevertheless.
    fileprivate func explain() throws -> ExitCode {
        let selection = try reader.selection()
        let pointer = reader.pointer(operands[0])
        let schema = try reader.schema(of: selection, keys: [pointer.key])
        var layers = try layers(of: selection, for: pointer, schema)
        let winner = layers.firstIndex { $0.entry != nil }
        if let winner { layers[winner].isWinner = true }
        try write(layers, at: pointer)

        var isCertain = true
        for (position, layer) in layers.enumerated() {
            guard let problem = layer.problem else { continue }
            if position < winner ?? layers.endIndex {
                isCertain = false
                printer.complain(problem.message)
            } else {
                printer.note(problem.message)
            }
        }
        guard isCertain else { return .unreadableFile }
        return winner == nil ? printer.absent(reader.unset([pointer], in: selection)) : .done
    }

    private func layers(
        of selection: Selection,
        for pointer: ValuePointer,
        _ schema: SuiteSchema?
    ) throws -> [ExplainedLayer] {
        let lastLayer = reader.hasSchemaBehindFiles(selection) ? schema : nil
        let key = try NamedKey(pointer.key, in: lastLayer)
        let secrets = try reader.secrets(of: selection, isOneFile: false, by: schema)
        func shown(_ value: PropertyList) -> PropertyList { secrets.hiding(in: value, at: pointer) }
        var layers: [ExplainedLayer] = []
        for file in selection.searchList {
            var snapshot =
                try selection.isStandardInput
                ? reader.snapshot(of: selection, keys: .named(key.names))
                : PreferenceSnapshot(of: [file], keys: .named(key.names))
            var layer = ExplainedLayer(path: file.path)
            do throws(PreferenceError) {
                let entry = try snapshot.entry(named: key.name, formerly: key.formerNames)
                layer.entry = entry.flatMap { entry in pointer.value(in: entry.value).map { (entry.key, shown($0)) } }
            } catch {
                layer.problem = CommandError(error)
            }
            layers.append(layer)
            printer.warn(snapshot.warnings)
        }
        if let lastLayer, let standard = pointer.value(in: lastLayer.schema.defaultValue(of: pointer.key)) {
            layers.append(ExplainedLayer(path: lastLayer.path, entry: (pointer.key, shown(standard)), isDefault: true))
        }
        return layers
    }

    /// Prints a record for each layer: state, file and, if the key is set, type, value and former name.
    private func write(_ layers: [ExplainedLayer], at pointer: ValuePointer) throws {
        if try printer.writeIfJSON(.array(layers.map { .dictionary($0.object(of: pointer.key)) }), at: pointer) {
            return
        }
        let records = try layers.map { layer in
            var fields = [Field(layer.state.rawValue, layer.isWinner ? .name : .detail), Field(layer.path, .path)]
            if let (name, value) = layer.entry {
                fields.append(Field(value.kind.rawValue, .detail))
                fields.append(
                    Field(try printer.text(of: value, at: pointer), layer.isWinner ? .value(of: value.kind) : .detail)
                )
                if !layer.isNamed(pointer.key) {
                    fields.append(Field(name, .detail))
                }
            }
            return fields
        }
        try printer.writeRecords(records)
    }
}

/// The value of a key in a file of the search list, or in the schema after it.
private struct ExplainedLayer {
    let path: String
    /// The name under which the layer contains a value, and the value; nil if the key is unset.
    var entry: (name: String, value: PropertyList)?
    var problem: CommandError?
    /// Whether the layer is the schema.
    var isDefault = false
    /// Whether a program reads this value.
    var isWinner = false

    enum State: String {
        case wins
        case standard = "default"
        /// An earlier layer wins.
        case hidden
        case unset
        case unreadable
    }

    var state: State {
        if problem != nil { return .unreadable }
        if entry == nil { return .unset }
        return !isWinner ? .hidden : isDefault ? .standard : .wins
    }

    /// Whether the layer contains a value under exactly this name.
    func isNamed(_ name: String) -> Bool {
        entry.map { ByteKey($0.name) == ByteKey(name) } ?? false
    }

    func object(of key: String) -> PropertyListDictionary {
        var object: PropertyListDictionary = ["state": .string(state.rawValue), "file": .string(path)]
        object["type"] = (entry?.value.kind.rawValue).map(PropertyList.string)
        object["value"] = entry?.value
        object["key"] = isNamed(key) ? nil : (entry?.name).map(PropertyList.string)
        return object
    }
}
