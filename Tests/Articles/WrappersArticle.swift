import PreferenceKit

// Property wrappers as in "@AppStorage explained and replicated".

private extension PreferenceKeys {
    static let shouldShowHelloWorld = PreferenceKey<Bool>("should_show_hello_world", default: false)
    static let name = PreferenceKey<String?>("name")
}

/// Preferences whose keys are declared in place.
struct OtherPreferences {
    @Preference("text_size") var textSize = 12
    @Preference("last_title") var lastTitle: String?
}

/// A control of a user interface toolkit.
struct Toggle {
    let title: String
    let isOn: PreferenceBinding<Bool>

    func press() {
        isOn.value.toggle()
    }
}

struct ContentView {
    @Preference(.shouldShowHelloWorld) var shouldShowHelloWorld

    var text: String { shouldShowHelloWorld ? "Hello, world!" : "" }
    var toggle: Toggle { Toggle(title: "Change text", isOn: $shouldShowHelloWorld) }

    func changeText() {
        shouldShowHelloWorld.toggle()
    }
}

func runWrappersArticle() async {
    let view = ContentView()
    let changes = Preferences.changes()
    print("'\(view.text)'")
    view.toggle.press()
    print("'\(view.text)'")
    view.changeText()
    Preferences[.name] = "Antoine"

    var iterator = changes.makeAsyncIterator()
    while let change = await iterator.next() {
        print("\(change.key) changed")
        if change.key == "name" { break }
    }

    let others = OtherPreferences()
    others.textSize += 1
    others.lastTitle = "Hello"
    let preview = Toggle(title: "Preview", isOn: PreferenceBinding(get: { true }, set: { print("set \($0)") }))
    preview.press()

    let group = Preferences(suite: "group.example")
    let property = Preference(.shouldShowHelloWorld, in: group)
    property.wrappedValue = true
    print(group[.shouldShowHelloWorld], view.shouldShowHelloWorld)
}
