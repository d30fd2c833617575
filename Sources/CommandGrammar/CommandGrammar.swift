/// # CommandGrammar
///
/// The command line of a program, declared as data. One table of verbs, options and operands feeds the parser, the
/// usage errors, the help, the manual page and the completion in shells.
///
/// It knows nothing of preferences: not what a verb does, nor what an option means. It imports `PropertyLists` only to
/// quote names in messages as all modules do.
///
/// Types to know:
/// - ``CommandTable``: the verbs of a program, in groups. It parses a line, and it makes the help.
/// - ``Verb`` and ``VerbSyntax``: the name, the help and the action of a verb; its operands and options. The action is
///   an object of the program.
/// - ``Subcommand``: a word after the verb that says what to do, with the operands and options that then apply.
/// - ``Option``: its spellings, its arguments, and its effect on an object of the program, which has the values.
/// - ``ParsedArguments`` and ``UsageError``: what a line says, or why it is none.
/// - ``Completer``: the words that can follow at the cursor.
///
/// Verbs, options and operands are not generic over the types of the program: a generic type that crosses the door of a
/// module is instantiated at each start.
///
/// Begin with `CommandTable.parse(_:)` in ParsedArguments.swift, and with the small command in
/// Tests/CommandGrammarTests.
