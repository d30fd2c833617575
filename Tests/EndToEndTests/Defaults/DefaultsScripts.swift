import Testing

/// A script that sets a Mac up, in words of its own, after one that is published.
struct DefaultsScript: Sendable, CustomTestStringConvertible {
    /// The repository and the path of the script that it follows.
    let source: String
    /// Lines for a shell that must each exit with 0.
    let lines: [String]
    /// Lines that read what the script has set, each with its output.
    let results: [(line: String, output: String)]

    var testDescription: String { source }

    init(_ source: String, _ lines: [String], reads results: (line: String, output: String)...) {
        self.source = source
        self.lines = lines
        self.results = results
    }
}

extension DefaultsScript {
    static let all = macOSFiles + shortcuts + continuousIntegration + tools

    private static let macOSFiles: [DefaultsScript] = [
        DefaultsScript(
            "mathiasbynens/dotfiles .macos (interface)",
            [
                "defaults write NSGlobalDomain AppleHighlightColor -string '0.7647 0.9765 0.5686'",
                "defaults write NSGlobalDomain NSTableViewDefaultSizeMode -int 2",
                "defaults write NSGlobalDomain NSWindowResizeTime -float 0.001",
                "defaults write NSGlobalDomain AppleLanguages -array 'en' 'nl'",
                "defaults write NSGlobalDomain AppleLocale -string 'en_GB@currency=EUR'",
                "defaults write com.apple.print.PrintingPrefs 'Quit When Finished' -bool true",
                "defaults write com.apple.BluetoothAudioAgent 'Apple Bitpool Min (editable)' -int 40",
            ],
            reads: ("defaults read -g AppleLanguages", "(\n    en,\n    nl\n)\n"),
            ("defaults read -g NSWindowResizeTime", "0.001\n"),
            ("defaults read com.apple.BluetoothAudioAgent", "{\n    \"Apple Bitpool Min (editable)\" = 40;\n}\n")
        ),
        DefaultsScript(
            "mathiasbynens/dotfiles .macos (trackpad)",
            [
                "defaults write com.apple.driver.AppleBluetoothMultitouch.trackpad Clicking -bool true",
                "defaults -currentHost write NSGlobalDomain com.apple.mouse.tapBehavior -int 1",
                "defaults write NSGlobalDomain com.apple.mouse.tapBehavior -int 2",
                "defaults -currentHost write NSGlobalDomain com.apple.trackpad.enableSecondaryClick -bool true",
            ],
            reads: ("defaults -currentHost read -g com.apple.mouse.tapBehavior", "1\n"),
            ("defaults read -g com.apple.mouse.tapBehavior", "2\n")
        ),
        DefaultsScript(
            "mathiasbynens/dotfiles .macos (Finder, Dock and Spotlight)",
            [
                "defaults write com.apple.finder FXInfoPanesExpanded -dict General -bool true OpenWith -bool true",
                "defaults write com.apple.finder NewWindowTargetPath -string \"file://${HOME}/Desktop/\"",
                "defaults write com.apple.dock autohide-delay -float 0",
                "defaults write com.apple.dock persistent-others -array-add "
                    + "'{tile-data={}; tile-type=\"spacer-tile\";}'",
                "defaults write com.apple.Safari ProxiesInBookmarksBar '()'",
                "defaults write com.apple.spotlight orderedItems -array "
                    + "'{\"enabled\" = 1;\"name\" = \"APPLICATIONS\";}' '{\"enabled\" = 0;\"name\" = \"FONTS\";}'",
            ],
            reads: (
                "defaults read com.apple.finder FXInfoPanesExpanded", "{\n    General = 1;\n    OpenWith = 1;\n}\n"
            ),
            (
                "defaults read com.apple.dock",
                """
                {
                    "autohide-delay" = 0;
                    "persistent-others" =     (
                                {
                            "tile-data" =             {
                            };
                            "tile-type" = "spacer-tile";
                        }
                    );
                }

                """
            ),
            ("defaults read com.apple.Safari ProxiesInBookmarksBar", "(\n)\n"),
            ("defaults read com.apple.spotlight orderedItems | grep -c name", "2\n")
        ),
        DefaultsScript(
            "holman/dotfiles macos/set-defaults.sh",
            [
                "defaults write com.apple.NetworkBrowser BrowseAllInterfaces 1",
                "defaults write com.apple.screencapture location ~/Pictures/Screenshots",
                "defaults write com.apple.dock mru-spaces -bool false",
            ],
            reads: ("defaults read com.apple.NetworkBrowser BrowseAllInterfaces", "1\n"),
            ("defaults read-type com.apple.NetworkBrowser BrowseAllInterfaces", "Type is string\n"),
            ("test \"$(defaults read com.apple.screencapture location)\" = ~/Pictures/Screenshots", "")
        ),
        DefaultsScript(
            "nkdn/dotfiles macos.sh",
            [
                "defaults write -g InitialKeyRepeat -int 15",
                "defaults write -g KeyRepeat -int 2",
                "defaults write com.apple.ImageCapture disableHotPlug -bool NO",
                "defaults write com.apple.dock ResetLaunchPad -bool TRUE",
                "defaults write com.apple.dock wvous-bl-corner -int 5",
            ],
            reads: ("defaults read -g", "{\n    InitialKeyRepeat = 15;\n    KeyRepeat = 2;\n}\n"),
            ("defaults read com.apple.ImageCapture disableHotPlug", "0\n")
        ),
        DefaultsScript(
            "jonmilner/aluminium macos/system/trackpad.sh",
            [
                "defaults write com.apple.AppleMultitouchTrackpad Clicking -bool true",
                "defaults -currentHost write NSGlobalDomain com.apple.mouse.tapBehavior -int 1",
            ],
            reads: ("defaults -currentHost read -g", "{\n    \"com.apple.mouse.tapBehavior\" = 1;\n}\n")
        ),
        DefaultsScript(
            "MikeMcQuaid/strap bin/strap.sh",
            [
                "mkdir -p Library/Preferences",
                "defaults write com.apple.Safari com.apple.Safari.WebKit2JavaEnabledForLocalFiles -bool false",
                "defaults write \"$PWD/Library/Preferences/com.apple.loginwindow\" LoginwindowText "
                    + "\"'Found this computer? Please contact Ada (ada@example.com).'\"",
            ],
            reads: (
                "defaults read \"$PWD/Library/Preferences/com.apple.loginwindow.plist\" LoginwindowText",
                "Found this computer? Please contact Ada (ada@example.com).\n"
            )
        ),
    ]

    private static let shortcuts: [DefaultsScript] = [
        DefaultsScript(
            "mathiasbynens/dotfiles .macos (Mail)",
            [
                #"defaults write com.apple.mail NSUserKeyEquivalents -dict-add "Send" "@\U21a9""#,
                "defaults write com.apple.mail DraftsViewerAttributes -dict-add 'SortOrder' -string 'received-date'",
                "defaults write com.apple.mail DraftsViewerAttributes -dict-add 'SortedDescending' -string 'yes'",
            ],
            reads: ("defaults read com.apple.mail NSUserKeyEquivalents", "{\n    Send = \"@\\U21a9\";\n}\n"),
            (
                "defaults read com.apple.mail DraftsViewerAttributes",
                "{\n    SortOrder = \"received-date\";\n    SortedDescending = yes;\n}\n"
            )
        ),
        DefaultsScript(
            "zerosuxx/osx-configs configure-system-preferences.sh",
            [
                "defaults write com.apple.HIToolbox 'AppleFnUsageType' -int 0",
                "defaults -currentHost write com.apple.screensaver idleTime -int 1200",
                """
                defaults write com.apple.symbolichotkeys AppleSymbolicHotKeys -dict-add 60 "
                  <dict>
                    <key>enabled</key><true/>
                    <key>value</key><dict>
                      <key>parameters</key>
                      <array>
                        <integer>32</integer>
                      </array>
                    </dict>
                  </dict>
                "
                """,
            ],
            reads: (
                "defaults read com.apple.symbolichotkeys AppleSymbolicHotKeys",
                """
                {
                    60 =     {
                        enabled = 1;
                        value =         {
                            parameters =             (
                                32
                            );
                        };
                    };
                }

                """
            )
        ),
        DefaultsScript(
            "zanona/dotfiles keybindings.sh",
            [
                #"defaults write -g NSUserKeyEquivalents '{ "Start Speaking" = "~@s"; }'"#,
                #"defaults write com.apple.Safari NSUserKeyEquivalents '{ "Show Next Tab" = "~@\Uf703"; }'"#,
            ],
            reads: ("defaults read -g NSUserKeyEquivalents", "{\n    \"Start Speaking\" = \"~@s\";\n}\n"),
            ("defaults read com.apple.Safari NSUserKeyEquivalents", "{\n    \"Show Next Tab\" = \"~@\\Uf703\";\n}\n")
        ),
        DefaultsScript(
            "Pe8er/dotfiles macos/shortcuts.sh",
            [
                #"defaults write com.apple.reminders NSUserKeyEquivalents '{"\033Edit\033Priority\033High" = "^1";}'"#,
                #"defaults write -g NSUserKeyEquivalents '{ "Guide Lines" = "@'\''"; }'"#,
            ],
            reads: (
                "defaults read com.apple.reminders NSUserKeyEquivalents",
                "{\n    \"\\033Edit\\033Priority\\033High\" = \"^1\";\n}\n"
            ),
            ("defaults read -g NSUserKeyEquivalents", "{\n    \"Guide Lines\" = \"@'\";\n}\n")
        ),
        DefaultsScript(
            "spencerdchan/dotrepo osx.sh",
            [
                "defaults write com.apple.universalaccess com.apple.custommenu.apps -array 'com.apple.Safari'",
                "defaults write com.apple.universalaccess com.apple.custommenu.apps -array-add 'com.apple.Terminal'",
                "defaults write com.apple.Terminal NSUserKeyEquivalents -dict 'Show Next Tab' '@^k' Back '@^o'",
            ],
            reads: (
                "defaults read com.apple.universalaccess com.apple.custommenu.apps",
                "(\n    \"com.apple.Safari\",\n    \"com.apple.Terminal\"\n)\n"
            ),
            (
                "defaults read com.apple.Terminal NSUserKeyEquivalents",
                "{\n    Back = \"@^o\";\n    \"Show Next Tab\" = \"@^k\";\n}\n"
            )
        ),
    ]

    private static let continuousIntegration: [DefaultsScript] = [
        DefaultsScript(
            "team-unstablers/Flitz flitz/ci_scripts/ci_post_clone.sh",
            ["defaults write com.apple.dt.Xcode IDESkipMacroFingerprintValidation -bool YES"],
            reads: ("defaults read com.apple.dt.Xcode IDESkipMacroFingerprintValidation", "1\n")
        ),
        DefaultsScript(
            "shimastripe/InAppPurchaseViewer ci_scripts/ci_post_clone.sh",
            [
                "defaults write com.apple.dt.Xcode IDEDisableAutomaticPackageResolution -bool YES",
                "defaults delete com.apple.dt.Xcode IDEDisableAutomaticPackageResolution",
                "defaults write com.apple.dt.Xcode IDESkipPackagePluginFingerprintValidatation -bool YES",
            ],
            reads: (
                "defaults read com.apple.dt.Xcode",
                "{\n    IDESkipPackagePluginFingerprintValidatation = 1;\n}\n"
            )
        ),
        DefaultsScript(
            "oursky/github-ci-runner 05-auto-update.sh",
            [
                "defaults write com.apple.SoftwareUpdate AutomaticDownload -int 0",
                "defaults write com.apple.SoftwareUpdate AutomaticCheckEnabled -bool false",
                "defaults write com.apple.commerce AutoUpdate -bool false",
            ],
            reads: ("defaults domains", "com.apple.SoftwareUpdate, com.apple.commerce\n"),
            ("defaults read-type com.apple.SoftwareUpdate AutomaticDownload", "Type is integer\n")
        ),
    ]

    private static let tools: [DefaultsScript] = [
        DefaultsScript(
            "jupmoreno/dotfiles scripts/iterm2-config.sh",
            [
                "defaults write com.googlecode.iterm2.plist PrefsCustomFolder -string '~/.iterm2'",
                "defaults write com.googlecode.iterm2.plist LoadPrefsFromCustomFolder -bool true",
            ],
            reads: ("defaults read com.googlecode.iterm2.plist PrefsCustomFolder", "~/.iterm2\n")
        ),
        DefaultsScript(
            "clintmod/macprefs",
            [
                "defaults write com.example.one k -int 1",
                "defaults write com.example.two k -data 00ff",
                "for d in $(defaults domains | tr -d ,); do defaults export $d $d.backup || exit; done",
                "defaults delete com.example.two",
                "for d in com.example.one com.example.two; do defaults import $d $d.backup || exit; done",
            ],
            reads: ("defaults read com.example.two k", "{length = 2, bytes = 0x00ff}\n"),
            ("defaults export com.example.one - | grep -c '<integer>1</integer>'", "1\n")
        ),
        DefaultsScript(
            "grahampugh/jamf-upload ExtensionAttribute-CFBundleVersion.sh",
            [
                "mkdir -p App.app/Contents",
                "defaults write \"$PWD/App.app/Contents/Info.plist\" CFBundleVersion 12.3",
            ],
            reads: (
                "echo \"<result>$(defaults read \"$PWD/App.app/Contents/Info.plist\" CFBundleVersion)</result>\"",
                "<result>12.3</result>\n"
            )
        ),
        DefaultsScript(
            "Frizlab/frizlabs-conf src/lib/defaults.zsh",
            [
                "! defaults read NSGlobalDomain KeyRepeat 2>/dev/null",
                "test \"$(defaults read -g KeyRepeat 2>/dev/null)\" = 2 || defaults write -g KeyRepeat -int 2",
                "test \"$(defaults read -g KeyRepeat 2>/dev/null)\" = 2",
            ],
            reads: ("defaults read -g KeyRepeat", "2\n")
        ),
        DefaultsScript(
            "0xdevalias/dotfiles issue 17",
            ["defaults write com.apple.ncprefs 'notifications' -array"],
            reads: (
                "defaults find Notifications | grep 'keys in domain'", "Found 1 keys in domain 'com.apple.ncprefs': {\n"
            )
        ),
    ]
}
