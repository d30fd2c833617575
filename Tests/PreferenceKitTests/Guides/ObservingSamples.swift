import Observation
import PreferenceKit

extension PreferenceKeys {
    static let brightness = PreferenceKey<Double>(
        "brightness",
        default: 0.5
    )
    static let contrast = PreferenceKey<Double>(
        "contrast",
        default: 0.5
    )
}

@Observable
final class Screen {
    @ObservationIgnored @Preference(.brightness) var brightness
    var isOn = true
}

struct Lamp {
    @Preference(.brightness) var brightness
}

func dim(_ level: PreferenceBinding<Double>) {
    level.value /= 2
}

/// The samples of ObservingChanges.md, verbatim.
enum ObservingSamples {
    typealias Show = @Sendable (String) -> Void

    static func observe(_ show: @escaping Show) -> PreferenceObservation {
        let observation = Preferences.observe(.brightness) { old, new in
            show("brightness: \(old), then \(new)")
        }
        return observation
    }

    static func observeSeveral(_ show: @escaping Show) -> PreferenceObservation {
        let observation = Preferences.observe(.brightness, .contrast) {
            show("\($0) and \($1)")
        }
        return observation
    }

    static func observeInitially(_ show: @escaping Show) -> PreferenceObservation {
        let observation = Preferences.observe(
            .brightness,
            initial: true
        ) { level in
            show("brightness: \(level)")
        }
        return observation
    }

    static func observeArray(_ show: @escaping Show) -> PreferenceObservation {
        let observation = Preferences.observe([.brightness, .contrast]) {
            show("changed")
        }
        return observation
    }

    static func followValues(_ show: Show) async {
        for await brightness in Preferences.values(of: .brightness) {
            show("brightness: \(brightness)")
        }
    }

    static func followChanges(_ show: Show) async {
        for await change in Preferences.changes() {
            show("\(change.key) is \(change.new == nil ? "unset" : "set")")
        }
    }

    static func track(_ show: @escaping Show) {
        @Sendable func showBrightness() {
            withObservationTracking {
                show("brightness: \(Preferences[.brightness])")
            } onChange: {
                showBrightness()
            }
        }
        showBrightness()
    }

    static func followObservations(_ show: Show) async {
        for await brightness in Observations({ Preferences[.brightness] }) {
            show("brightness: \(brightness)")
        }
    }

    static func followBinding(of lamp: Lamp, _ show: Show) async {
        dim(lamp.$brightness)
        for await brightness in lamp.$brightness.changes {
            show("brightness: \(brightness)")
        }
    }

    static func settle() -> PreferenceObservation {
        let observation = Preferences.observe(.brightness) { _, level in
            Preferences[.brightness] = min(level, 1)
        }
        return observation
    }
}
