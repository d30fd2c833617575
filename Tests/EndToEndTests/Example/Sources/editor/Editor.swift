import Foundation
import Observation
import PreferenceKit

/// The actions of the editor on its preferences.
@Observable
final class Editor {
    @ObservationIgnored @Preference(\.general, \.launchCount) var launchCount
    @ObservationIgnored @Preference(\.general, \.theme) var theme
    @ObservationIgnored @Preference(.recentDocuments) var recentDocuments
    @ObservationIgnored @Preference(.windowFrame) var windowFrame

    func launch() {
        launchCount += 1
        if !EditorEvent.firstLaunch.isSet {
            EditorEvent.firstLaunch.set(Date())
        }
    }

    func open(_ document: String) throws {
        try Preferences.standard.transaction { preferences in
            preferences[.recentDocuments].removeAll { $0 == document }
            preferences[.recentDocuments].insert(document, at: 0)
        }
        EditorEvent.openedDocuments.increment()
    }

    func widen(to width: Double) {
        windowFrame.width = width
    }
}
