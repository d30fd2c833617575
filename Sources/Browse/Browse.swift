// Browse: the full screen of `prefs browse`, on which a user looks at suites and edits values.
//
// It draws lines on a terminal, decodes keys, and turns them into edits. It knows nothing of verbs, options, command
// lines, messages with hints, exit codes or the history: the command makes each edit, by the rules that its verbs obey,
// and words what the screen says of it.
//
// The types to know:
// - `BrowsedSuite` is the door: what the command does for the screen, with a suite that it has opened.
// - `ValueEdit` is a change of a value as the user wants it, with what the user has seen before; `SuiteEdit` one of a
//   whole suite.
// - `BrowseState` is everything on the screen, a value that changes only by events; `BrowseMode` says what a key means.
// - `Listing` has the keys of a suite, and their values when they are shown.
// - `BrowseSession` is the loop with the terminal and the files around that state.
//
// Begin with `BrowseState.handle`, and with `browse(_:)` in BrowseMode.swift for what each key does.
