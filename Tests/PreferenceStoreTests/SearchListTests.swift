import Testing

@testable import PreferenceStore

@Suite("The search list")
struct SearchListTests {
    private let folders = PreferenceFolders(user: "/u", system: "/s")

    @Test("of a suite is that of UserDefaults on Linux")
    func suite() throws {
        let list = SearchList(of: try SuiteName("app"), in: folders)
        #expect(
            list.map(\.file.path) == [
                "/u/ByHost/app..plist",
                "/u/app.plist",
                "/u/ByHost/.GlobalPreferences..plist",
                "/u/.GlobalPreferences.plist",
                "/s/ByHost/app.plist",
                "/s/app.plist",
                "/s/ByHost/.GlobalPreferences.plist",
                "/s/.GlobalPreferences.plist",
            ]
        )
    }

    @Test("of the global suite has its layers once")
    func global() {
        let list = SearchList(of: .global, in: folders)
        #expect(
            list.map(\.file.path) == [
                "/u/ByHost/.GlobalPreferences..plist",
                "/u/.GlobalPreferences.plist",
                "/s/ByHost/.GlobalPreferences.plist",
                "/s/.GlobalPreferences.plist",
            ]
        )
    }
}
