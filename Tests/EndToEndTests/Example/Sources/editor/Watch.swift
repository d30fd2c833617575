import Observation
import PreferenceKit

/// A command that prints the editor's preferences and their changes until the process ends.
struct Watch {
    let editor: Editor

    func run() async {
        let observations = [
            Preferences.standard.observe(GeneralScope.key(\.theme)) { old, new in
                say("theme: \(old.rawValue), then \(new.rawValue)")
            },
            Preferences.standard.observe(.windowFrame) { old, new in
                say("width: \(Int(old.width)), then \(Int(new.width))")
            },
            Preferences.standard.observe(.fontSize) { old, new in
                say("size: \(old), then \(new)")
            },
        ]
        printRecentDocuments()
        for await count in editor.$launchCount.changes {
            say("launches: \(count)")
        }
        withExtendedLifetime(observations) {}
    }

    private func printRecentDocuments() {
        withObservationTracking {
            say("documents: \(editor.recentDocuments)")
        } onChange: {
            Task { @MainActor in printRecentDocuments() }
        }
    }
}
