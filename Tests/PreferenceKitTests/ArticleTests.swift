import PreferenceKit
import TestSupport
import Testing

/// An example in Tests/Articles.
struct Article: CustomTestStringConvertible, Sendable {
    /// The argument of the program.
    let name: String
    let lines: [String]
    /// The contents of each suite afterwards.
    let suites: [String: PropertyListDictionary]

    var testDescription: String { name }

    static let all = [
        Article(
            name: "keys",
            lines: [
                "theme Anura, line height 1.3", "a width: false", "line height 1.3, then 1.5",
                "theme Anura, defaultTheme", "initial line height 1.3",
            ],
            suites: [
                "Articles": [
                    "NSQuitAlwaysKeepsWindows": false, "appearance": 2, "findHistory": ["cot"],
                    "font": .data([1, 2]), "lineHeight": 1.5, "pageGuideColumn": 100,
                ]
            ]
        ),
        Article(
            name: "subscripts",
            lines: ["nobody, true", #"["SwiftyUserDefaults 2.0"]"#, "0.5", "true, false"],
            suites: [
                "Articles": [
                    "color": ["whiteComponent": 0.5], "hotkeyEnabled": true, "launchCount": 1,
                    "libraries": ["SwiftyUserDefaults 2.0"], "strings": "… can easily be extended!",
                    "username": "radex",
                ]
            ]
        ),
        Article(
            name: "scopes",
            lines: [
                "volume 1.0, warns: false", "size 12.0, in the group: true", "default size: true",
                #"["player.volume", "player.recent", "player.warnBeforeQuitting"]"#,
            ],
            suites: [
                "Articles": [
                    "launchCount": 1, "player.recent": ["a.ogg.old"], "player.volume": 1.0,
                    "player.warnBeforeQuitting": false,
                ],
                "group.example": ["player.warnBeforeQuitting": false],
                "user.david": ["name": "David"],
            ]
        ),
        Article(
            name: "wrappers",
            lines: [
                "''", "'Hello, world!'", "should_show_hello_world changed", "should_show_hello_world changed",
                "name changed", "set false", "true false",
            ],
            suites: [
                "Articles": [
                    "last_title": "Hello", "name": "Antoine", "should_show_hello_world": false, "text_size": 13,
                ],
                "group.example": ["should_show_hello_world": true],
            ]
        ),
        Article(
            name: "enumerations",
            lines: [
                "Andyy: true", "false nil", "LaunchEvent.didShowGuide true", #"/srv/guide ["open", "save"]"#, "3",
                "false",
            ],
            suites: [
                "Articles": [
                    "Account.isUserLoggedIn": true, "Account.userName": "Andyy", "LaunchEvent.didShowGuide": true,
                    "LaunchEvent.guideShownAt": .date(PropertyListDate(secondsSinceReferenceDate: 0)),
                    "LaunchEvent.launches": 3, "LaunchEvent.steps": ["open", "save"],
                ]
            ]
        ),
    ]
}

@Suite("The examples of the articles", .mayWait)
struct ArticleTests {
    @Test("an example prints what its article says, and its suites contain what it set", arguments: Article.all)
    func run(article: Article) throws {
        let directory = try TemporaryDirectory()
        let outcome = try Peer.subprocess([article.name], of: "Articles", in: directory).run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        #expect(outcome.text.split(separator: "\n").map(String.init) == article.lines, "\(outcome)")
        #expect(try directory.names().sorted() == article.suites.keys.sorted().map { "\($0).plist" })
        for (suite, contents) in article.suites {
            let file = try directory.bytes(of: "\(suite).plist")
            #expect(try PropertyList(parsing: file.span) == .dictionary(contents))
        }
    }
}
