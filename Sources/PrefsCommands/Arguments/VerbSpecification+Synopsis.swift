extension VerbSpecification {
    /// The ways to call the verb, a line each.
    ///
    /// Beside the plain way there is one for each group of options that changes the operands, shown with its first such
    /// option.
    var synopses: [String] {
        [synopsis()] + groups.compactMap { $0.options.first { $0.operands != nil } }.map { synopsis(with: $0) }
    }

    /// The way to call the verb, plain or with an option that changes its operands.
    func synopsis(with option: OptionSpecification? = nil) -> String {
        var words = ["prefs", name.rawValue]
        if options.contains(where: { $0.name != .help }) { words.append("[OPTIONS]") }
        let operands = (option?.operands ?? operands).map(\.notation)
        if let option, option.arguments.isEmpty {
            words += [option.notation] + operands
        } else {
            words += operands + [option?.notation].compactMap(\.self)
        }
        return words.joined(separator: " ")
    }
}
