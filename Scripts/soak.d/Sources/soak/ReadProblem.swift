/// What is wrong with what a reader saw.
enum ReadProblem: Error {
    /// It is no whole document, or holds what nobody wrote.
    case torn(String)
    /// It is older than what was acknowledged.
    case lost(String)
}

extension ReadProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .torn(let text), .lost(let text): text
        }
    }
}
