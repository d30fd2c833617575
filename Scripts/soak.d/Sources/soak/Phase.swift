/// A part of the test, with a suite of its own.
enum Phase: String, CaseIterable {
    /// Many writers start at once, each with a key of its own.
    case together
    /// Many writers increment one number at once.
    case increments
    /// Writers and readers go on beside each other.
    case writers
    /// The same, and writers are killed.
    case kills
    /// A program on UserDefaults writes the same suite: without a pause, and with one of 5 and of 20 milliseconds.
    case besideBusy = "beside-0"
    case besideFast = "beside-5"
    case besideSlow = "beside-20"
    /// The same, with values that are large.
    case besideLarge = "beside-large"
    /// The program on UserDefaults is killed in the middle of its writes.
    case foreignKills = "foreign-kills"

    /// A program on UserDefaults writes seldom, while sets follow one another; each suite has a directory of its own.
    case slow

    /// How much of the time it gets, in parts of the sum of all that are run.
    var share: Double {
        switch self {
        case .together, .writers: 3
        case .increments, .besideBusy, .besideFast, .besideSlow, .besideLarge: 2
        case .kills, .foreignKills: 4
        case .slow: 6
        }
    }

    /// The milliseconds between two writes of the program on UserDefaults; nil where none runs all the time.
    var foreignPause: Int? {
        switch self {
        case .besideBusy: 0
        case .besideFast, .besideLarge: 5
        case .besideSlow: 20
        case .together, .increments, .writers, .kills, .foreignKills, .slow: nil
        }
    }

    /// The exit codes, beside 0, that a write may end with.
    var permittedRefusals: Set<Int32> {
        switch self {
        case .together, .increments, .writers, .kills: []
        // Another program changes the file all the time.
        case .besideBusy, .besideFast, .besideSlow, .besideLarge, .slow: [5]
        // The file is cut.
        case .foreignKills: [4, 5]
        }
    }
}
