import PreferenceStore
import PropertyLists

/// A search of the suites beside the one that is shown, one after the other, for the text of the filter.
struct SuiteSearch: Equatable {
    let isForward: Bool
    /// The number of suites from the one that is shown to the one that is next.
    var distance = 1
    /// Whether a suite with a match is found, which is then shown.
    var isOver = false
}

/// The list of suites.
extension BrowseState {
    /// Shows the names of the suites; if the selected one does not exist any more, opens the one in its place.
    mutating func show(_ names: [String]) -> [BrowseEffect] {
        let selected = suite
        if let new = newSuite, names.contains(new) { newSuite = nil }
        suites = (names + [newSuite].compactMap(\.self)).sortedUniquely(byBytesOf: \.self)
        if let position = selected.flatMap({ suites?.firstIndex(of: $0) }) {
            suiteCursor = position
            return []
        }
        suiteCursor = min(suiteCursor, max(names.count - 1, 0))
        guard mode == .browsing, let suite else { return [] }
        return [.show(suite)]
    }

    /// Selects a suite by its name, if there is one of that name.
    mutating func selectSuite(_ name: String) {
        suiteCursor = suites?.firstIndex(of: name) ?? suiteCursor
    }

    /// Moves the cursor in the list of suites, and opens the suite.
    mutating func moveSuite(to position: Int) -> [BrowseEffect] {
        let count = suites?.count ?? 0
        let position = min(max(position, 0), max(count - 1, 0))
        guard position != suiteCursor, let name = suites?[position] else { return [] }
        suiteCursor = position
        forgetNewSuite()
        selectSuite(name)
        return [.show(name)]
    }

    /// Takes a suite from the list that has been named, but got no key.
    private mutating func forgetNewSuite() {
        guard let new = newSuite else { return }
        suites?.removeAll { $0 == new }
        newSuite = nil
    }

    /// Ends what the user types or chooses; a new suite that has got no key is not shown any more.
    mutating func cancel() -> [BrowseEffect] {
        mode = .browsing
        guard newSuite != nil else { return [] }
        forgetNewSuite()
        suiteCursor = min(suiteCursor, max((suites?.count ?? 0) - 1, 0))
        focus(.suites)
        return showSelectedSuite()
    }

    /// Shows the selected suite if another one is shown: that one has vanished while the user typed something.
    func showSelectedSuite() -> [BrowseEffect] {
        guard mode == .browsing, let suite, let listing, listing.suite.name != suite else { return [] }
        return [.show(suite)]
    }

    // MARK: Changes

    /// Asks for the name of a new suite, or for another name of one.
    mutating func askForNameOfSuite(renaming old: String?) {
        let question = old.map { "new name of the suite \($0.quoted):" } ?? "new suite:"
        mode = .typing(
            TypedText(question: question, purpose: .nameOfSuite(renaming: old), line: LineEditor(old ?? ""))
        )
    }

    mutating func askForRemoval() {
        guard let suite, let listing, listing.suite.name == suite else { return }
        let keys = counted(listing.entries.count { listing.isInWrittenFile($0.key) }, "key")
        askWhether(to: "remove suite \(suite.quoted), \(keys)", .suite(.remove(suite)))
    }

    /// Renames a suite, or shows a new one and asks for its first key, with which it begins to exist.
    mutating func finish(_ typed: TypedText, renaming old: String?) -> [BrowseEffect] {
        let name = typed.line.text
        if let old, name.hasSameBytes(as: old) { return [] }
        do throws(PreferenceStoreError) {
            _ = try SuiteName(name)
        } catch {
            refuse(typed, name.isEmpty ? "type a name; Esc leaves all as it is" : "\(error)")
            return []
        }
        if let old { return [.make(.suite(.rename(old, to: name), from: typed))] }
        guard suites?.contains(name) != true else {
            refuse(typed, "the suite \(name.quoted) exists")
            return []
        }
        forgetNewSuite()
        newSuite = name
        focus(.keys)
        return updateSuites(by: [], adding: name)
    }

    /// Shows the suite that a change has left, or the one in its place.
    mutating func updateSuites(after change: SuiteEdit, isUndone: Bool) -> [BrowseEffect] {
        switch change {
        case .remove(let name): updateSuites(by: isUndone ? [] : [name], adding: isUndone ? name : nil)
        case .rename(let old, let new): updateSuites(by: [isUndone ? new : old], adding: isUndone ? old : new)
        }
    }

    private mutating func updateSuites(by removed: [String], adding added: String?) -> [BrowseEffect] {
        let names = (suites ?? []).filter { !removed.contains($0) } + [added].compactMap(\.self)
        let sorted = names.sortedUniquely(byBytesOf: \.self)
        suites = sorted
        suiteCursor = added.flatMap(sorted.firstIndex) ?? min(suiteCursor, max(sorted.count - 1, 0))
        return suite.map { [.show($0)] } ?? []
    }

    // MARK: Search

    /// Has the next suite searched.
    mutating func continueSearch() -> [BrowseEffect] {
        guard let search, !search.isOver, let filter, let suites, suites.count > 1 else { return [] }
        let position = suiteCursor + (search.isForward ? search.distance : -search.distance)
        let name = suites[(position % suites.count + suites.count) % suites.count]
        status = Status(text: "searching \(name)")
        return [.search(name, filter.text)]
    }

    /// Shows a suite in which the text is found; after the last one, the search ends in the first line of this one.
    mutating func finishSearch(of name: String, isFound: Bool) -> [BrowseEffect] {
        guard search?.isOver == false, let count = suites?.count else { return [] }
        if isFound {
            search?.isOver = true
            status = Status()
            selectSuite(name)
            return [.show(name)]
        }
        search?.distance += 1
        guard let search, search.distance >= count else { return [] }
        self.search = nil
        move(to: search.isForward ? 0 : rows.count)
        status = Status(
            text: rows.isEmpty ? "no suite has a match" : "no other suite has a match",
            isError: rows.isEmpty
        )
        return []
    }
}
