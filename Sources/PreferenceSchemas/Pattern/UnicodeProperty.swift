extension CodePointSet {
    /// Creates the set of the code points with a property, by its name in `\p{...}`; nil if there is none of that name.
    ///
    /// The names are those of ECMA-262, 22.2.1: the general categories, alone or after `gc=`, and some properties that
    /// a code point has or lacks. Scripts are not known to the standard library.
    init?(unicodeProperty name: String) {
        let parts = name.split(separator: Character("="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || ["gc", "General_Category"].contains(parts[0]) else { return nil }
        if let categories = Self.categories(named: parts[parts.count - 1]) {
            self.init(where: { categories.contains($0.generalCategory) }, surrogates: categories.contains(.surrogate))
        } else if parts.count == 1, let has = Self.properties[name] {
            self.init(where: has, surrogates: name == "Any")
        } else {
            return nil
        }
    }

    /// Creates the set of the scalars that fulfil a condition, in a walk through all of them.
    ///
    /// - Parameter surrogates: whether surrogates, which are no scalars, belong to the set.
    private init(where isMember: (Unicode.Scalar.Properties) -> Bool, surrogates: Bool) {
        var ranges: [ClosedRange<UInt32>] = []
        for codePoint in 0...Self.greatest
        where Unicode.Scalar(codePoint).map({ isMember($0.properties) }) ?? surrogates {
            if let last = ranges.last, last.upperBound + 1 == codePoint {
                ranges[ranges.count - 1] = last.lowerBound...codePoint
            } else {
                ranges.append(codePoint...codePoint)
            }
        }
        self.init(ranges)
    }

    private static let properties: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [
        "Any": { _ in true }, "Alphabetic": \.isAlphabetic, "Alpha": \.isAlphabetic, "Uppercase": \.isUppercase,
        "Upper": \.isUppercase, "Lowercase": \.isLowercase, "Lower": \.isLowercase, "White_Space": \.isWhitespace,
        "space": \.isWhitespace, "Emoji": \.isEmoji, "Emoji_Presentation": \.isEmojiPresentation,
        "ID_Start": \.isIDStart, "IDS": \.isIDStart, "ID_Continue": \.isIDContinue, "IDC": \.isIDContinue,
        "Math": \.isMath, "Dash": \.isDash, "Hex_Digit": \.isHexDigit, "Ideographic": \.isIdeographic,
        "Cased": \.isCased, "Default_Ignorable_Code_Point": \.isDefaultIgnorableCodePoint,
    ]

    /// Returns the general categories of a name: one, or those of a group such as `L`.
    private static func categories(named name: Substring) -> Set<Unicode.GeneralCategory>? {
        let found = categoryNames.filter { entry in
            // A group has the first letter of its categories.
            entry.names.contains { $0 == name } || groupNames[String(name)]?.contains(entry.names[0].prefix(1)) == true
        }
        if name == "LC" || name == "Cased_Letter" { return [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter] }
        return found.isEmpty ? nil : Set(found.map(\.category))
    }

    private static let groupNames: [String: [Substring]] = [
        "L": ["L"], "Letter": ["L"], "M": ["M"], "Mark": ["M"], "N": ["N"], "Number": ["N"], "P": ["P"],
        "Punctuation": ["P"], "punct": ["P"], "S": ["S"], "Symbol": ["S"], "Z": ["Z"], "Separator": ["Z"], "C": ["C"],
        "Other": ["C"], "Combining_Mark": ["M"],
    ]

    private static let categoryNames: [(names: [String], category: Unicode.GeneralCategory)] = [
        (["Lu", "Uppercase_Letter"], .uppercaseLetter), (["Ll", "Lowercase_Letter"], .lowercaseLetter),
        (["Lt", "Titlecase_Letter"], .titlecaseLetter), (["Lm", "Modifier_Letter"], .modifierLetter),
        (["Lo", "Other_Letter"], .otherLetter), (["Mn", "Nonspacing_Mark"], .nonspacingMark),
        (["Mc", "Spacing_Mark"], .spacingMark), (["Me", "Enclosing_Mark"], .enclosingMark),
        (["Nd", "Decimal_Number", "digit"], .decimalNumber), (["Nl", "Letter_Number"], .letterNumber),
        (["No", "Other_Number"], .otherNumber), (["Pc", "Connector_Punctuation"], .connectorPunctuation),
        (["Pd", "Dash_Punctuation"], .dashPunctuation), (["Ps", "Open_Punctuation"], .openPunctuation),
        (["Pe", "Close_Punctuation"], .closePunctuation), (["Pi", "Initial_Punctuation"], .initialPunctuation),
        (["Pf", "Final_Punctuation"], .finalPunctuation), (["Po", "Other_Punctuation"], .otherPunctuation),
        (["Sm", "Math_Symbol"], .mathSymbol), (["Sc", "Currency_Symbol"], .currencySymbol),
        (["Sk", "Modifier_Symbol"], .modifierSymbol), (["So", "Other_Symbol"], .otherSymbol),
        (["Zs", "Space_Separator"], .spaceSeparator), (["Zl", "Line_Separator"], .lineSeparator),
        (["Zp", "Paragraph_Separator"], .paragraphSeparator), (["Cc", "Control", "cntrl"], .control),
        (["Cf", "Format"], .format), (["Cs", "Surrogate"], .surrogate), (["Co", "Private_Use"], .privateUse),
        (["Cn", "Unassigned"], .unassigned),
    ]
}
