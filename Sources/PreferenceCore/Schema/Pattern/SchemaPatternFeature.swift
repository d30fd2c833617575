/// What ECMA-262 has and patterns here do not, by its name.
enum SchemaPatternFeature: String, Hashable, Sendable {
    /// `\1` or `\k<name>`.
    case backreference = "back-reference"
    /// `(?=...)` or `(?!...)`.
    case lookahead = "look-ahead"
    /// `(?<=...)` or `(?<!...)`.
    case lookbehind = "look-behind"
    /// `(?<name>...)`.
    case namedGroup = "named group"
    /// `\p{...}` or `\P{...}`.
    case unicodeProperty = "Unicode property"
    /// `(?i:...)` and the like.
    case flags = "group with flags"
}
