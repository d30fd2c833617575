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
    /// A program that takes no lock overwrites a commit by its first write: UserDefaults, stopped before it.
    case firstWrite = "first-write"
    /// The same, without Foundation.
    case firstWritePlain = "first-write-plain"
    /// The same, again and again with the same base.
    case firstWriteAgain = "first-write-again"
    /// The first write keeps the commit; a later one sets the old value again.
    case firstWriteChoice = "first-write-choice"
    /// A copy of the file from before the commit takes its place.
    case firstWriteCopy = "first-write-copy"
    /// Readers run before the next write.
    case firstWriteReader = "first-write-reader"
    /// A program on PreferenceKit runs, and no command.
    case firstWriteProgram = "first-write-program"

    /// How much of the time it gets, in parts of the sum of all that are run.
    var share: Double {
        switch self {
        case .together, .writers: 3
        case .increments, .besideBusy, .besideFast, .besideSlow, .besideLarge: 2
        case .kills, .foreignKills: 4
        case .slow: 6
        case .firstWrite, .firstWritePlain, .firstWriteAgain, .firstWriteChoice, .firstWriteCopy, .firstWriteReader,
            .firstWriteProgram:
            1
        }
    }

    /// The milliseconds between two writes of the program on UserDefaults; nil where none runs all the time.
    var foreignPause: Int? {
        switch self {
        case .besideBusy: 0
        case .besideFast, .besideLarge: 5
        case .besideSlow: 20
        default: nil
        }
    }

    /// The exit codes, beside 0, that a write may end with.
    var permittedRefusals: Set<Int32> {
        switch self {
        // Another program changes the file all the time.
        case .besideBusy, .besideFast, .besideSlow, .besideLarge, .slow: [5]
        // The file is cut.
        case .foreignKills: [4, 5]
        default: []
        }
    }
}
