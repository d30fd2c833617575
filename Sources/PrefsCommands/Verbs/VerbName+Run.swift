extension VerbName {
    /// Does what the verb is for.
    func run(in context: inout CommandContext) throws(CommandError) -> ExitCode {
        switch self {
        case .get: try context.get()
        case .list: try context.list()
        case .keys: try context.keys()
        case .exists: try context.exists()
        case .type: try context.type()
        case .dump: try context.dump()
        case .explain: try context.explain()
        case .describe: try context.describe()
        case .find: try context.find()
        case .watch: try context.watch()
        case .set: try context.set()
        case .reset: try context.reset()
        case .toggle: try context.toggle()
        case .increment: try context.increment()
        case .append: try context.append()
        case .rename: try context.rename()
        case .copy: try context.copy()
        case .edit: try context.edit()
        case .apply: try context.apply()
        case .diff: try context.diff()
        case .convert: try context.convert()
        case .check: try context.check()
        case .suites: try context.suites()
        case .path: try context.path()
        case .schema: try context.schema()
        case .completions: context.completions()
        case .man: context.man()
        case .help: context.help()
        case .version: context.version()
        }
    }
}
