import Observation
import PreferenceKit

extension PreferenceKeys {
    static let volume = PreferenceKey<Double>(
        "volume",
        default: 0.5
    )
    static let isMuted = PreferenceKey<Bool>(
        "isMuted",
        default: false,
        suite: "group.player"
    )
    static let station = PreferenceKey<String?>("station")
}

/// A control of a user interface toolkit.
struct Slider {
    let value: PreferenceBinding<Double>
}

struct VolumeControl {
    @Preference(.volume) var volume

    func makeSlider() -> Slider {
        Slider(value: $volume)
    }
}

@Observable
final class Player {
    @ObservationIgnored @Preference(.volume) var volume
    var isPlaying = false
}

/// The samples of FromAppStorage.md, verbatim.
enum AppStorageSamples {
    typealias Show = @Sendable (String) -> Void

    static func readAndWrite() {
        Preferences[.volume] = min(Preferences[.volume] + 0.1, 1)
        Preferences[.isMuted] = true
        Preferences[.station] = nil
    }

    static func track(_ player: Player, _ show: @escaping Show) {
        withObservationTracking {
            _ = player.volume
        } onChange: {
            show("changed")
        }
    }

    static func followProperty(of player: Player, _ show: Show) async {
        for await volume in player.$volume.changes {
            show("\(volume)")
        }
    }

    static func followChanges(_ show: Show) async {
        for await change in Preferences.changes() {
            show("\(change.key) changed")
        }
    }

    static func observe(_ show: @escaping Show) -> PreferenceObservation {
        let observation = Preferences.observe(.volume) { _, volume in
            show("\(volume)")
        }
        return observation
    }

    static func followValues(_ show: Show) async {
        for await volume in Preferences.values(of: .volume) {
            show("\(volume)")
        }
    }
}
