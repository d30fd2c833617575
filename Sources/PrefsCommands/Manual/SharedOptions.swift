/// The options that several verbs have with the same meaning, which a manual explains once.
struct SharedOptions {
    /// The options under the titles of their groups, in the order in which verbs name them first.
    let groups: [OptionGroup]

    /// The options of all verbs in the command table.
    init() {
        let all = CommandTable.verbs.flatMap(\.groups)
        var titles: [String] = []
        var optionsByTitle: [String: [OptionSpecification]] = [:]
        for group in all {
            if !titles.contains(group.title) { titles.append(group.title) }
            for option in group.options {
                let isShared = all.count { $0.options.contains { $0.isSame(as: option) } } > 1
                let isListed = optionsByTitle.values.joined().contains { $0.name == option.name }
                if isShared, !isListed { optionsByTitle[group.title, default: []].append(option) }
            }
        }
        groups = titles.compactMap { title in optionsByTitle[title].map { OptionGroup(title, $0) } }
    }

    /// Whether the option is among them, as it is.
    func contains(_ option: OptionSpecification) -> Bool {
        groups.contains { $0.options.contains { $0.isSame(as: option) } }
    }
}

extension OptionSpecification {
    /// Whether a manual would say the same of both.
    fileprivate func isSame(as other: OptionSpecification) -> Bool {
        name == other.name && spellings == other.spellings && summary == other.summary
            && arguments.map(\.notation) == other.arguments.map(\.notation)
    }
}
