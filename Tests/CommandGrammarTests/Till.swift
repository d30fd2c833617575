@testable import CommandGrammar

/// What a line of the command `till` says.
final class Basket {
    var item = ""
    var colour: String?
    var notes: [String] = []
    var isQuiet = false
}

/// What a verb of `till` does with a basket.
final class BasketAction: Sendable {
    let run: @Sendable (Basket) -> String

    init(_ run: @escaping @Sendable (Basket) -> String) {
        self.run = run
    }
}

extension Option {
    static let note = Option(
        ["-n", "--note"],
        "Attach TEXT",
        takes: [.verbatim(.text)],
        isRepeatable: true,
        updating: { ($0 as? Basket)?.notes.append($1.argument) }
    )

    static let colour = Option(
        ["--color"],
        "Choose a colour",
        aliases: ["--colour"],
        quietAliases: ["--tint"],
        takes: [.word(.colour)],
        excludes: ["--note"],
        updating: { ($0 as? Basket)?.colour = $1.argument }
    )

    static let quiet = Option(
        ["-q", "--quiet"],
        "Print nothing",
        updating: { values, _ in (values as? Basket)?.isQuiet = true }
    )

    static let secret = Option([], "Hide the item", quietAliases: ["--secret"], updating: { _, _ in })
}

extension Placeholder {
    static let item = Placeholder("ITEM", "the name of an item", from: "items")
    static let text = Placeholder("TEXT", "a text", isNeverEmpty: false)
    static let count = Placeholder("COUNT", "a number of items", isNumber: true)
    static let colour = Placeholder("COLOUR", "the name of a colour") { Choices(["red", "green"]) }
    static let verb: Placeholder = Placeholder("COMMAND", "the name of a command") { CommandTable.till.choices }
}

extension CommandTable {
    /// A command of three verbs.
    static let till: CommandTable = CommandTable(
        program: "till",
        summary: "Keep a list of goods",
        [VerbGroup("Goods", [add, show]), VerbGroup("Help", [explain])],
        everyday: [add],
        help: explain,
        note: "A till has one basket.",
        formerCommands: ["put"]
    ) { words in words.first == "put" ? ["add"] + words.dropFirst() : words }

    static let add: Verb = Verb(
        "add",
        aliases: ["buy"],
        summary: "Add an item",
        discussion: "The item is the last of the list.",
        operands: [Operand(.item, "The item to add"), Operand(.count, "How many", .optional)],
        groups: [OptionGroup("Item", .note, .colour, .secret), OptionGroup("Messages", .quiet, .help)],
        examples: ["add apple": Example("Add one apple", prints: "1 apple")],
        exits: [ExitMeaning(0, "success", isCommon: true), ExitMeaning(3, "the item is sold out", isCommon: false)],
        action: BasketAction { "\($0.notes.joined(separator: "+")) \($0.colour ?? "plain")" }
    )

    static let show: Verb = Verb(
        "show",
        summary: "Print the list",
        groups: [OptionGroup("Messages", .quiet, .help)],
        examples: ["show": "Print all"],
        exits: [ExitMeaning(0, "success", isCommon: true)],
        action: BasketAction { $0.isQuiet ? "" : "goods" }
    )

    static let explain: Verb = Verb(
        "help",
        aliases: ["--help", "-h"],
        summary: "Explain a command",
        operands: [Operand(.verb, "The command to explain", .optional)],
        groups: [OptionGroup("Messages", .help)],
        examples: ["help add": "Explain 'till add'"],
        exits: [ExitMeaning(0, "success", isCommon: true)],
        action: BasketAction { _ in "" }
    )

    /// Runs a line.
    func run(_ words: String...) throws -> String? {
        let arguments = try parse(words)
        let basket = Basket()
        for occurrence in arguments.options {
            try occurrence.option.update(basket, occurrence)
        }
        return (arguments.verb.action as? BasketAction)?.run(basket)
    }

    /// Returns the message of the error in a line, with the hint after a semicolon; nil if there is none.
    func complaint(_ line: String) -> String? {
        do {
            _ = try parse(line.split(separator: " ").map(String.init))
            return nil
        } catch {
            let message = error.message(in: self)
            return message.text + (message.hint.map { "; \($0)" } ?? "")
        }
    }
}
