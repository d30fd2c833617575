/// A fixed set of words, of which one may stand in a place.
struct Choices: Sendable {
    /// The words that help and completion offer.
    let offered: [String]
    /// Words that do the same as one of those, and are not offered.
    let alsoUnderstood: [String]

    /// A set of words.
    init(_ offered: [String], alsoUnderstood: [String] = []) {
        self.offered = offered
        self.alsoUnderstood = alsoUnderstood
    }

    /// Every word of the set.
    var words: [String] {
        offered + alsoUnderstood
    }
}
