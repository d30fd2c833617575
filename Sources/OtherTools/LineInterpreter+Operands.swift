package import CommandGrammar
import PreferenceStore
import PropertyLists

/// What lines mean whose words are those of a verb, in another order or number than it takes.
extension LineInterpreter {
    /// Returns the line that removes a suite, for one that has the word before its name; nil for another line.
    package func lineRemovingSuite(_ line: [String]) -> [String]? {
        guard line.count == 3, ["suite", "domain"].contains(line[1]), suites.contains(line[2]) else { return nil }
        return ["suites", "remove", line[2]]
    }

    /// Returns the line that applies a seed, for one that gives its path to the option of the changed file.
    package func lineOfSeed(_ line: [String]) -> [String]? {
        guard line.first == "apply", let option = line.firstIndex(where: { ["-f", "--file"].contains($0) }),
            line.indices.contains(option + 1), (try? SuiteFile(path: line[option + 1]).exists) == true
        else { return nil }
        var line = line
        line.remove(at: option)
        return table.accepts(line) ? line : nil
    }

    /// Returns the line without the type of a value that is read, as git config(1) takes it; nil for another line.
    package func lineWithoutType(_ arguments: ParsedArguments) -> [String]? {
        guard arguments.verb.name == "get", arguments.has("--type"), arguments.operands.count > 1,
            PropertyListKind(typeName: arguments.operands[0]) != nil
        else { return nil }
        let options = arguments.options.filter { $0.name != "--type" }.flatMap(\.words)
        return ["get"] + options + arguments.operands.dropFirst()
    }

    /// Returns the line that prints all values, for one that gets no key; nil if that is not a valid line.
    package func lineOfList(_ line: [String]) -> [String]? {
        let list = ["list"] + line.dropFirst()
        return line.first == "get" && line.count > 1 && table.accepts(list) ? list : nil
    }

    /// Returns the line with `-o` before its last operand, for a verb that writes a file; nil if that is not a valid
    /// line.
    package func lineWithOutput(_ line: [String]) -> [String]? {
        guard let last = line.last, line.first == "dump", line.count > 2 else { return nil }
        let line = Array(line.dropLast()) + ["-o", last]
        return table.accepts(line) ? line : nil
    }

    /// Returns the line without a sign that people type out of habit, as in `KEY = VALUE`, or with two dashes in place
    /// of a long one, which some programs make of them; nil if that is not a valid line.
    package func lineWithoutSigns(_ line: [String]) -> [String]? {
        let words = line.filter { $0 != "=" }.map { word in
            switch word.first {
            case "\u{2013}": "-\(word.dropFirst())"
            case "\u{2014}": "--\(word.dropFirst())"
            default: word
            }
        }
        return words != line && table.accepts(words) ? words : nil
    }

    /// Returns the line with `--pairs`, if all operands are pairs of a key and a value, or of a suite with a key and a
    /// value; nil if not.
    package func withPairs(_ arguments: ParsedArguments) -> [String]? {
        guard arguments.verb.name == "set", !arguments.operands.isEmpty else { return nil }
        var pairs = arguments.operands
        if pairs.count > 3, pairs.count.isMultiple(of: 2), !pairs.contains(where: { $0.contains("=") }) {
            pairs = stride(from: 0, to: pairs.count, by: 2).map { "\(pairs[$0])=\(pairs[$0 + 1])" }
        }
        guard pairs.allSatisfy({ !$0.hasPrefix("=") && $0.splitAtEqualsSign.argument != nil }) else { return nil }
        var options = arguments.optionWords
        let parts = arguments.options.contains(where: \.option.selectsSuite) ? [] : pairs.compactMap(suites.split)
        if parts.count == pairs.count, let suite = parts.first?.suite, parts.allSatisfy({ $0.suite == suite }) {
            options += ["-s", suite]
            pairs = parts.map(\.key)
        }
        let line = ["set"] + options + ["--pairs"] + pairs
        return table.accepts(line) ? line : nil
    }

    /// Returns the line with an option at its end, perhaps with an argument, before the word that precedes it; nil if
    /// that is not a valid line.
    package func lines(_ line: [String], withOptionBeforeLastOperand option: String) -> [[String]]? {
        // git config(1) writes `--type=int`.
        let words = line.flatMap { word in
            let (spelling, argument) = word.splitAtEqualsSign
            return spelling == option ? [spelling] + [argument].compactMap(\.self) : [word]
        }
        guard let position = words.lastIndex(of: option), position > 1, !words[position - 1].looksLikeOption else {
            return nil
        }
        let line = Array(words[..<(position - 1)] + words[position...] + [words[position - 1]])
        return table.accepts(line) ? fitted(line) : nil
    }

    /// Returns the line that puts a value before an element of an array, for `insert KEY.INDEX VALUE` and
    /// `insert KEY INDEX VALUE`; nil for another line.
    func lineInserting(_ line: [String]) -> [String]? {
        guard let arguments = scanned(["append"] + line.dropFirst()), let first = arguments.operands.first else {
            return nil
        }
        var (options, operands) = (arguments.optionWords, arguments.operands)
        if suites.contains(first), operands.count > 3 || operands.count == 3 && operands[1].contains(".") {
            options += ["-s", first]
            operands.removeFirst()
        }
        if operands.count == 3 { operands[0...1] = ["\(operands[0]).\(operands[1])"] }
        guard operands.count == 2, let path = OtherToolPath(operands[0], separator: "."), path.names.count == 2,
            path.canBeElement
        else { return nil }
        return ["append"] + options + [path.names[0], operands[1], "--before", "/\(path.names[1])"]
    }

    /// Returns the line with the amount below 0; nil if that is not a number.
    func lineDecrementing(_ line: [String]) -> [String]? {
        guard let last = line.last, !last.hasPrefix("-") else { return nil }
        return Double(decimal: last) == nil ? line + ["-1"] : line.dropLast() + ["-\(last)"]
    }

    /// Returns the line that appends a value, for one such as `KEY+=VALUE`; nil for another line.
    func linesOfAddition(_ line: [String]) -> [[String]]? {
        guard let word = line.first, let sign = word.firstRange(of: "+="), sign.lowerBound > word.startIndex else {
            return nil
        }
        let words = [String(word[..<sign.lowerBound]), String(word[sign.upperBound...])].filter { !$0.isEmpty }
        let meant = ["append"] + words + line.dropFirst()
        return table.accepts(meant) ? fitted(meant) : nil
    }

    /// Returns the lines that remove all keys of the suite that a line names, or the suite; nil for another line.
    package func linesRemovingAll(_ line: [String]) -> [[String]]? {
        guard line.first == "reset", let suite = line.value(of: "-s") ?? line.value(of: "--suite"),
            suites.contains(suite)
        else { return nil }
        return [line + ["--all"], ["suites", "remove", suite]].filter(table.accepts)
    }

    /// Returns the line that shows a suite, whose name is in the place of a verb's action; nil for another line.
    package func lineShowingSuite(_ line: [String]) -> [String]? {
        guard line.count > 1, suites.contains(line[1]) else { return nil }
        let meant = (line[0] == "schema" ? ["schema", "show"] : ["list"]) + ["-s"] + line.dropFirst()
        return table.accepts(meant) ? meant : nil
    }

    /// Returns the line that prints a suite or file in a format, whose name is the first operand; nil for another line.
    package func lineOfConversion(_ line: [String]) -> [String]? {
        guard line.count == 3, line[0] == "convert" else { return nil }
        let source = suites.contains(line[2]) ? ["dump", "-s"] : ["convert"]
        let meant = source + [line[2], "--format", line[1]]
        return table.accepts(meant) ? meant : nil
    }
}
