package import PropertyLists

extension PreferenceSchema {
    /// A first schema for a suite as it is: its keys, each with the type of its value.
    ///
    /// The suite satisfies it. It has no defaults, since a value that somebody chose is none, requires no key, and allows
    /// others.
    package init(inferring contents: PropertyListDictionary) {
        let shape = ValueShape()
        shape.add(.dictionary(contents))
        self.init(root: shape.rule)
    }
}
