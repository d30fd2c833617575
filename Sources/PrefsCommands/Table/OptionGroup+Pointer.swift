extension OptionGroup {
    /// Where in a value, for a verb that reads or removes what is there.
    static let pointer = OptionGroup("Where in the value", [.pointer])

    /// Where in a value, for a verb that puts something there.
    static let pointerWithParents = OptionGroup("Where in the value", [.pointer, .parents])
}

extension OptionSpecification {
    fileprivate static let pointer = OptionSpecification(
        .pointer,
        ["--at"],
        arguments: [.word(.pointer)],
        summary: "what the JSON Pointer leads to in the value of KEY, as in /frame/0/width"
    )

    fileprivate static let parents = OptionSpecification(
        .parents,
        ["--parents"],
        summary: "make the dictionaries that are missing on the way, and an array before '-'"
    )
}
