package import PreferenceJournal
package import PreferenceSchemas
package import PreferenceStore
package import PropertyLists

/// A suite or file that the screen shows, and what the command does with it.
package protocol BrowsedSuite {
    var name: String { get }
    /// The file that an edit changes.
    var file: SuiteFile { get }
    /// The files that programs read, in order of precedence.
    var searchList: [SuiteFile] { get }

    /// Returns another suite of the same user.
    func other(_ suite: SuiteName) throws(PreferenceStoreError) -> any BrowsedSuite
    /// Reads what holds for the values, which may have changed.
    func rules() -> BrowsedRules
    func make(_ edit: ValueEdit) -> EditOutcome
    func make(_ change: SuiteEdit) -> EditOutcome
    /// Undoes the change with an identifier, or redoes it, if that is the one of an undo.
    ///
    /// - Parameter isForced: Whether to go on even if values have changed since.
    func undo(_ id: String, isForced: Bool) -> EditOutcome
    /// Returns a command that sets a value, or removes it if that is nil, as a line for any POSIX shell, without line
    /// breaks and control characters.
    ///
    /// - Parameter isFromInput: Whether the command reads the value from standard input, and the line lacks it.
    func commandLine(setting value: PropertyList?, at pointer: ValuePointer, fromInput isFromInput: Bool) -> String
    /// Returns a text as the user leaves it in the editor.
    func edited(_ text: String) throws(BrowseError) -> String
}

/// What holds for the values of a suite.
package struct BrowsedRules {
    package var schema: PreferenceSchema?
    /// Returns a value as it is shown, with a text in place of each part that is not.
    package let shown: (PropertyList, ValuePointer) -> PropertyList
    /// Returns whether a value is not shown at all.
    package let hides: (ValuePointer) -> Bool
    package var ownership = Ownership()
    /// Why some of this cannot be read.
    package var problems: [String] = []
    /// Returns the facts of a value by their names, as the command explains them.
    ///
    /// Its parameters are the pointer, and the key's whole value with the path of its file; nil if the key is unset.
    package var facts: (ValuePointer, (value: PropertyList, path: String)?) -> PropertyListDictionary = { _, _ in [:] }

    package init(
        shown: @escaping (PropertyList, ValuePointer) -> PropertyList,
        hides: @escaping (ValuePointer) -> Bool
    ) {
        (self.shown, self.hides) = (shown, hides)
    }
}

/// A change of one value or key.
package struct ValueEdit: Equatable {
    package enum Action: Equatable {
        /// Sets a value to the text, which is JSON for a container; without a type, the command chooses that.
        case set(PropertyListKind?)
        /// Sets a value to the text, which is JSON, with the types of another value where that can represent it.
        case setJSON(like: PropertyList)
        case remove
        /// Gives a key the name that is the text.
        case rename
    }

    package let pointer: ValuePointer
    package let action: Action
    package var text = ""
    /// The value that the user has seen in the file, without which the edit is not made; nil if there was none.
    package let seen: PropertyList?
    /// The pointer to that value: to the edited one, or to one that contains it.
    package let seenPointer: ValuePointer
    /// The whole value of the key, as the user has seen it elsewhere, to which a file without the key gets the change.
    package var base: PropertyList?
    /// Whether the edit is made only if the user has seen the present value.
    package var isGuarded = true
    init(
        _ action: Action,
        _ pointer: ValuePointer,
        text: String = "",
        since seen: PropertyList?,
        at other: ValuePointer? = nil
    ) {
        self.pointer = pointer
        self.action = action
        self.text = text
        self.seen = seen
        seenPointer = other ?? pointer
    }
}

/// A change of a whole suite.
package enum SuiteEdit: Equatable {
    case remove(String)
    case rename(String, to: String)
}

/// How an edit ended, with what the screen says of it.
package enum EditOutcome {
    /// It is made; the identifier in the history is nil if it has changed nothing.
    case done(id: String?, String)
    /// It is not made, because a value is not the one that the user has seen.
    case stale(String)
    /// It is not undone, because the history does not have it.
    case unknown(String)
    case refused(String)
}

/// An error that ends the screen, or what the command says of an error.
package enum BrowseError: Error {
    case input(SystemError)
    case output(SystemError)
    case message(String)
}

extension PropertyList {
    /// The value as the text of an edit with its type.
    package var editText: String {
        get throws(PropertyListError) {
            try kind.isContainer ? json(.typed) : text
        }
    }
}
