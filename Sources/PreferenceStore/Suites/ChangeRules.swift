/// The rules of a suite, which decide whether what an edit has made of it may be written.
package protocol ChangeRules<Failure> {
    associatedtype Failure: Error

    /// Checks a draft, after the edit.
    ///
    /// - Parameter isHurried: whether other writers wait. The check may then give up: it is made once more without the
    ///   lock, as long as it takes, and the transaction starts again. The rules have to know the draft then.
    /// - Returns: whether the draft was checked.
    /// - Throws: the reason why the draft must not be written.
    func check(_ draft: inout TransactionContents, isHurried: Bool) throws(Failure) -> Bool
}
