extension PreferenceKeys {
    static let count = PreferenceKey<Int>("count", default: 0)
    static let ratio = PreferenceKey<Double>("ratio", default: 0)
    static let scale = PreferenceKey<Double>("scale", default: 0)
    static let width = PreferenceKey<Double>("width", default: 0)
    static let height = PreferenceKey<Double>("height", default: 0)
    static let name = PreferenceKey<String>("name", default: "")
    static let path = PreferenceKey<String?>("path", default: nil)
    static let isOn = PreferenceKey<Bool>("isOn", default: false)
}

func address() -> String { Preferences[.name] + "@" + (Preferences[.path] ?? "x") + "/" }
func file() -> String { Preferences[.name] + "/" + (Preferences[.path] ?? Preferences[.name]) + ".txt" }
func option() -> String { "-w" + " " + Preferences[.name] + " " + (Preferences[.path] ?? "") }
func weights() -> Double { Preferences[.ratio] * 0.5 + Preferences[.width] * 0.3 + Preferences[.height] * 0.2 }
func area() -> Double { Preferences[.width] * Preferences[.height] - Preferences[.ratio] * Preferences[.scale] }
func larger() -> Bool { 2 * Preferences[.ratio] + 1 > Preferences[.width] - 2 * Preferences[.scale] }
func mean() -> Double { Preferences[.count] > 0 ? Preferences[.ratio] / Double(Preferences[.count]) : 0 }
func density() -> Double {
    Double(Preferences[.count]) * Preferences[.ratio] / (Preferences[.width] + Preferences[.height])
}
func fits() -> Bool {
    Preferences[.width] > 0 && Preferences[.height] > 0 && Preferences[.width] * Preferences[.height] < 1000
}
func shown() -> Bool {
    Preferences[.isOn] && Preferences[.count] > 0 || !Preferences[.isOn] && Preferences[.path] != nil
}
