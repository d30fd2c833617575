import PropertyLists

extension Verb {
    static let increment = Verb(
        "increment",
        summary: "add to a number, and print the sum",
        discussion: """
            Reads and writes in one transaction: of many at once, each counts. An integer stays one, and never passes
            its range, -2^63 to 2^64-1. An unset key starts from the value that a program finds in the other files of
            the search list, else from 0.
            """,
        operands: [
            Operand(.key, "the key of a number, whole and as it is"),
            Operand(.amount, "what to add, 1 unless it is named", .optional),
        ],
        groups: [.updatedFile, .pointerWithParents, .output(.json, .typed, .null), .change, .messages],
        examples: [
            "increment general.launchCount": "count one more",
            "increment volume -0.5": "lower a float by a half",
        ],
        exits: .changing([
            .absent: "nothing can be put where --at leads",
            .invalidValue: "the value is no number, BY is none of its type, or the sum is out of range",
        ]),
        run: CommandContext.increment
    )
}

extension CommandContext {
    fileprivate func increment() throws(CommandError) -> ExitCode {
        let amount = arguments.operands.count > 1 ? arguments.operands[1] : "1"
        return try update { old, place throws(CommandError) in
            let number = old ?? .zero(toAdd: amount)
            guard number.kind == .integer || number.kind == .real else {
                throw .wrongType(at: place, found: number.kind, expected: [.integer, .real])
            }
            return try rethrowing(number.adding(amount), as: { .value($0, at: place) })
        }
    }
}

extension PropertyList {
    /// Returns a zero of the same type as the number in a text.
    static func zero(toAdd text: String) -> PropertyList {
        // A point, an exponent, nan or inf.
        text.utf8.contains { ".eEn".utf8.contains($0) } ? .real(0) : .integer(0)
    }

    /// Returns the sum of this number and one in a text, which is parsed as this number's type; other values are
    /// unchanged.
    ///
    /// - Throws: `outOfRange` if no file can store the integer sum, or if the sum of two finite floats is not finite.
    func adding(_ text: String) throws(ValueError) -> PropertyList {
        let type = ValueType.kind(kind)
        switch (self, try PropertyList(text: text, as: type)) {
        case (.integer(let number), .integer(let amount)):
            guard let sum = number.adding(amount) else { throw .outOfRange("\(number) + \(amount)", type) }
            return .integer(sum)
        case (.real(let number), .real(let amount)):
            let sum = number + amount
            guard sum.isFinite || !number.isFinite || !amount.isFinite else {
                throw .outOfRange("\(number.shortestText) + \(amount.shortestText)", type)
            }
            return .real(sum)
        default:
            return self
        }
    }
}
