/// How often a part of a pattern is repeated: lazy or not, the same texts match.
struct PatternQuantifier {
    let least: Int
    /// Nil where there is no greatest count.
    let greatest: Int?
}
