import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs explain`: what each file of the search list holds for a key, and which of them wins.
    ///
    /// It exits as `get` would, so that a file which cannot be read counts where it stands before the one that wins. The
    /// files behind it are told all the same.
    mutating func explain() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = ValuePlace(arguments.operands[0])
        let layers = try layers(of: selection, for: place)
        let winner = layers.firstIndex { $0.value != nil }
        try write(layers, winner: winner, at: place)

        var isCertain = true
        for (position, layer) in layers.enumerated() {
            guard let problem = layer.problem else { continue }
            if position < winner ?? layers.endIndex {
                isCertain = false
                complain(problem.message)
            } else {
                note(problem.message)
            }
        }
        guard isCertain else { return .unreadableFile }
        guard winner == nil else { return .done }
        note(CommandError.unset([place], in: selection.place).message)
        return .absent
    }

    private func layers(of selection: Selection, for place: ValuePlace) throws(CommandError) -> [Layer] {
        let key = try key(named: place.key)
        var layers: [Layer] = []
        for (file, snapshot) in try snapshotsOfFiles(of: selection, keys: [place.key]) {
            var snapshot = snapshot
            do throws(PreferenceError) {
                layers.append(Layer(path: file.path, value: try snapshot.entry(for: key)?.value))
            } catch {
                layers.append(Layer(path: file.path, problem: .preferences(error)))
            }
            warn(snapshot.warnings)
        }
        return layers
    }

    /// A record for each layer: its state, its file and, where the key is set, the type and the value.
    private mutating func write(_ layers: [Layer], winner: Int?, at place: ValuePlace) throws(CommandError) {
        if let style = jsonStyle {
            let objects = layers.enumerated().map { PropertyList.dictionary($1.object(isWinner: $0 == winner)) }
            return try writeJSON(.array(objects), style, at: place)
        }
        for (position, layer) in layers.enumerated() {
            var fields = [layer.state(isWinner: position == winner).rawValue, layer.path]
            if let value = layer.value {
                fields += [value.kind.rawValue, try text(of: value, at: place)]
            }
            try writeRecord(fields)
        }
    }
}

/// What a file of the search list says of a key.
private struct Layer {
    /// The path of the file, be it there or not.
    let path: String
    /// What it holds; nil where the key is unset.
    var value: PropertyList?
    /// Why it cannot be read.
    var problem: CommandError?

    /// What becomes of a layer's value, in one word.
    enum State: String {
        /// A program reads this value.
        case wins
        /// A layer before this one wins.
        case hidden
        case unset
        case unreadable
    }

    func state(isWinner: Bool) -> State {
        if problem != nil {
            .unreadable
        } else if value == nil {
            .unset
        } else {
            isWinner ? .wins : .hidden
        }
    }

    func object(isWinner: Bool) -> PropertyListDictionary {
        var object = PropertyListDictionary()
        object["state"] = .string(state(isWinner: isWinner).rawValue)
        object["file"] = .string(path)
        object["type"] = (value?.kind.rawValue).map(PropertyList.string)
        object["value"] = value
        return object
    }
}
