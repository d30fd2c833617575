/// Why a value cannot be encoded or decoded.
struct CodingFault: Error {
    /// What is wrong, behind the place in the value: `created: expected a date, found a string`.
    let reason: String

    /// A fault for a reason in words.
    init(reason: String) {
        self.reason = reason
    }

    /// What a coder threw.
    init(_ error: any Error) {
        let context: (path: [any CodingKey], description: String)? =
            switch error {
            case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
                (context.codingPath, context.debugDescription)
            default: nil
            }
        guard let (path, description) = context else {
            reason = "\(error)"
            return
        }
        let place = path.map(\.stringValue).joined(separator: ".")
        reason = place.isEmpty ? description : "\(place): \(description)"
    }
}
