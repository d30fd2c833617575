import PropertyLists

@testable import PreferenceStore

extension SuiteFile {
    /// Sets one key, or removes it: in a change of that key, or of the whole suite.
    @discardableResult
    func set(
        _ key: String,
        to value: PropertyList?,
        _ options: ChangeOptions = ChangeOptions(),
        inWholeSuite: Bool = false
    ) throws(PreferenceStoreError) -> SuiteChange<Void> {
        try changeDocument(options, keys: inWholeSuite ? nil : [key]) { $0.root[key] = value }.get()
    }
}

extension StoreProbe {
    /// A probe that lets something happen the first time that a moment comes.
    static func once(_ moment: Moment, clock: StoreClock = StoreClock(), _ event: @escaping @Sendable () -> Void)
        -> Self
    {
        let rounds = Rounds()
        return StoreProbe(clock: clock) { reached in
            if reached == moment, rounds.next(upTo: 1) != nil {
                event()
            }
        }
    }
}
