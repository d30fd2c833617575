// An editor without windows:
//
//     editor launch           counts a launch
//     editor open DOCUMENT    makes a document the most recent one
//     editor widen WIDTH      sets the width of the window
//     editor watch            prints the preferences and each change
//     editor schema           prints the schema of the preferences; see --help

import Foundation
import PreferenceKit

let editor = Editor()
let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("launch", nil):
    editor.launch()
    say("launch \(editor.launchCount), in \(editor.theme.rawValue)")
case ("open", let document?):
    try editor.open(document)
    say("\(EditorEvent.openedDocuments.int) opened: \(editor.recentDocuments)")
case ("widen", let width?):
    editor.widen(to: Double(width) ?? editor.windowFrame.width)
    say("width: \(Int(editor.windowFrame.width))")
case ("watch", nil):
    await Watch(editor: editor).run()
case ("schema", _):
    PreferenceSchema.main(
        keys: [.recentDocuments, .windowFrame, .fontSize],
        scopes: [GeneralScope.self],
        title: "Editor",
        program: "editor schema",
        arguments: Array(arguments.dropFirst())
    )
default:
    say("usage: editor launch | open DOCUMENT | widen WIDTH | watch | schema")
    exit(2)
}
