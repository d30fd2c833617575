/// A generator of patterns, and of texts that they may match.
struct RandomPattern {
    /// Parts of a pattern that match one character.
    let characters: [String]
    /// Members of character classes, including ranges.
    let members: [String]
    /// Parts of a pattern that match a position.
    let assertions: [String]
    /// The characters of the texts.
    let letters: [String]

    /// Returns a pattern in the supported part of the grammar, with groups at most this deep.
    func pattern(depth: Int, using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 0...3, using: &generator)
        let alternative = (0..<count).map { _ in term(depth: depth, using: &generator) }.joined()
        guard Int.random(in: 0..<4, using: &generator) == 0 else { return alternative }
        return alternative + "|" + pattern(depth: depth, using: &generator)
    }

    /// Returns a text of at most 7 letters.
    func text(using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 0...7, using: &generator)
        return (0..<count).map { _ in one(of: letters, using: &generator) }.joined()
    }

    private func term(depth: Int, using generator: inout some RandomNumberGenerator) -> String {
        let atom: String
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return one(of: assertions, using: &generator)
        case 1...2: atom = characterClass(using: &generator)
        case 3...5 where depth > 0:
            atom = one(of: ["(", "(?:"], using: &generator) + pattern(depth: depth - 1, using: &generator) + ")"
        default: atom = one(of: characters, using: &generator)
        }
        guard Bool.random(using: &generator) else { return atom }
        return atom + quantifier(using: &generator) + one(of: ["", "", "?"], using: &generator)
    }

    private func characterClass(using generator: inout some RandomNumberGenerator) -> String {
        let count = Int.random(in: 1...3, using: &generator)
        let contents = (0..<count).map { _ in one(of: members, using: &generator) }.joined()
        return one(of: ["[", "[^"], using: &generator) + contents + "]"
    }

    private func quantifier(using generator: inout some RandomNumberGenerator) -> String {
        let least = Int.random(in: 0...2, using: &generator)
        let greatest = least + Int.random(in: 0...2, using: &generator)
        return one(of: ["*", "+", "?", "{\(least)}", "{\(least),}", "{\(least),\(greatest)}"], using: &generator)
    }

    private func one(of choices: [String], using generator: inout some RandomNumberGenerator) -> String {
        choices.randomElement(using: &generator) ?? ""
    }
}
