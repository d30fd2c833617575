/// How JSON spells the kinds of a property list that it does not have.
public enum JSONStyle: Sendable {
    /// As what other programs expect, so that a kind may be lost: dates and data are strings, and a real that is not
    /// finite cannot be written.
    case plain
    /// As an object with one key that names the kind, so that what is written reads back the same:
    /// `{"$date": "2001-01-01T00:00:00Z"}`, `{"$data": "AQI="}`, `{"$uid": 1}`, `{"$real": "nan"}`. A dictionary that
    /// could be taken for one of them is `{"$dict": {...}}`.
    case typed
}
