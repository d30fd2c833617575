import PreferenceStore

extension CommandEnvironment {
    /// Whether a terminal may be coloured: not under `NO_COLOR` (no-color.org), and not where `TERM` is `dumb` or empty.
    var allowsColour: Bool {
        switch (variable("NO_COLOR"), variable("TERM")) {
        case (.text(let text), _) where !text.isEmpty: false
        case (.notUTF8, _), (_, .text("")), (_, .text("dumb")), (_, .unset): false
        default: true
        }
    }
}
