import PropertyLists

extension PropertyList {
    /// Zero, of the type of the number that a text spells.
    static func zero(toAdd text: String) -> PropertyList {
        let isReal = text.utf8.contains { byte in
            // A point, an exponent, nan or inf.
            ".eEn".utf8.contains(byte)
        }
        return isReal ? .real(0) : .integer(0)
    }

    /// The sum of this number and one that a text spells, which is read as this one's type; any other value is itself.
    ///
    /// - Throws: `outOfRange` for an integer that no file can hold, and where the sum of two finite floats is not finite.
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
