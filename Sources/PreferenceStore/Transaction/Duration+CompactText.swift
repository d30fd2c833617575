import PropertyLists

extension Duration {
    /// The time since the epoch as a date that sorts and needs no colon, in UTC: `20261121T041250Z`.
    var compactText: String {
        let seconds = Double(components.seconds) - PropertyListDate.secondsFromEpochToReferenceDate
        let text = PropertyListDate(secondsSinceReferenceDate: seconds).rfc3339WholeSeconds
        return (text ?? "\(components.seconds)").filter { $0 != "-" && $0 != ":" }
    }
}
