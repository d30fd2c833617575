import PropertyLists

@testable import PreferenceStore

extension SuiteFile {
    /// Sets one key, or removes it.
    @discardableResult
    func set(
        _ key: String,
        to value: PropertyList?,
        _ options: ChangeOptions = ChangeOptions()
    ) throws(PreferenceStoreError) -> SuiteChange<Void> {
        try change(options) { $0[key] = value }.get()
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
