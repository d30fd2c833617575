import Observation
import PreferenceKit

/// Tells what the editor's preferences are, and what they become, until the process is ended.
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
        tellRecentDocuments()
        for await count in editor.$launchCount.changes {
            say("launches: \(count)")
        }
        withExtendedLifetime(observations) {}
    }

    private func tellRecentDocuments() {
        withObservationTracking {
            say("documents: \(editor.recentDocuments)")
        } onChange: {
            Task { @MainActor in tellRecentDocuments() }
        }
    }
}
