import PreferenceCore
import PropertyLists

extension PreferenceKeys {
    static let flag = PreferenceKey<Bool>("flag", default: false)
    static let count = PreferenceKey<Int>("count", default: 7)
    static let ratio = PreferenceKey<Double>("ratio", default: 0.5)
    static let person = PreferenceKey<String?>("person")
    static let title = PreferenceKey<String>("title", default: "untitled")
    static let libraries = PreferenceKey<[String]>("libraries", default: [])
    static let sizes = PreferenceKey<[String: Int]>("sizes", default: ["a": 1])
    static let anything = PreferenceKey<PropertyList?>("anything")
}
