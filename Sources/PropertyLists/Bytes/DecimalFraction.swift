/// The digits of a number from 0 to below 1, behind its point.
struct DecimalFraction: Equatable {
    /// ASCII digits without zeros at the end; none is zero.
    let digits: [UInt8]

    private static let zero = UInt8(ascii: "0")

    /// The fraction that ASCII digits spell.
    init(digits: some BidirectionalCollection<UInt8> = []) {
        let end = digits.lastIndex { $0 != DecimalFraction.zero }
        self.digits = end.map { Array(digits[...$0]) } ?? []
    }

    var isZero: Bool { digits.isEmpty }

    /// What is missing to the next whole number, and so what a number below zero has above the whole one under it.
    var complement: DecimalFraction {
        guard let last = digits.last else { return self }
        let nines = digits.dropLast().map { DecimalFraction.zero + 9 - ($0 - DecimalFraction.zero) }
        return DecimalFraction(digits: nines + [DecimalFraction.zero + 10 - (last - DecimalFraction.zero)])
    }
}

extension Double {
    /// The double nearest to the sum of a whole number and a fraction.
    init?(_ whole: Int, plus fraction: DecimalFraction) {
        if fraction.isZero {
            self.init(whole)
        } else if whole >= 0 {
            self.init("\(whole).\(String(decoding: fraction.digits, as: UTF8.self))")
        } else {
            self.init("-\(-(whole + 1)).\(String(decoding: fraction.complement.digits, as: UTF8.self))")
        }
    }
}
