/// What was done to the number that all writers increment.
struct SharedCounter {
    static let key = "counter"

    var attempted = 0
    private(set) var printed: Set<Int> = []

    var acknowledged: Int { printed.count }

    /// Notes the number that an increment has printed; false where another has printed the same.
    mutating func acknowledge(_ number: Int) -> Bool {
        printed.insert(number).inserted
    }

    /// Checks a number that was read when this much had been attempted, and at least so much had been acknowledged.
    func check(_ text: String?, atLeast least: Int) throws(ReadProblem) -> Int {
        guard let number = Int(text ?? "0"), number <= attempted else {
            throw .torn("the counter holds '\(text ?? "")' after \(attempted) increments at most")
        }
        guard number >= least else {
            throw .lost("the counter is \(number), but \(least) was seen or acknowledged")
        }
        return number
    }
}
