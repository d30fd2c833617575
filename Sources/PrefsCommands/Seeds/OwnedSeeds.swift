import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

extension VerbRun {
    /// The number of times that the places of an owner's settings are found, which depend on what it takes back.
    private static let planLimit = 8

    /// Applies the seeds of a suite for an owner: takes back what they lack, sets what they have, and records both.
    func apply(
        _ suite: SeededSuite,
        for owner: String,
        to transaction: inout TransactionContents
    ) throws -> AppliedContents {
        for seed in suite.seeds {
            guard let pointer = seed.contents.firstRemoval else { continue }
            throw CommandError.removalForOwner(pointer).located(at: pointer, in: seed.document)
        }
        let rules = suite.selection.rules
        let known = try suite.selection.ownership(before: transaction)
        let old = known.withholding { rules.disclosure.hides(partOf: $1, at: ValuePointer($0)) }
        let lost = zip(known[owner], old[owner]).first { $0.former != $1.former }
        if let lost, !options.writing.isForced {
            throw CommandError.formerLost(ValuePointer(tokens: lost.0.pointer))
        }
        let replaced = old.replaced(by: owner, in: transaction.root)
        let keys = suite.seeds.flatMap(\.contents.keys)
        let otherNames = try keys.flatMap { try rules.names(of: $0).dropFirst() }
        let leftAlone = try old[owner].map(\.pointer).filter { try suite.leavesAlone($0[0]) }
        var (new, contents, withdrawn) = (old, transaction.root, Ownership.Withdrawn())
        var pointers: [[String]]?
        for _ in 0..<Self.planLimit {
            // What is given back may leave no dictionary to merge with.
            let found = suite.seeds.pointers(merging: options.apply.merges, into: contents) {
                replaced[$0.map { ByteKey($0) }] != nil
            }
            guard found != pointers else { break }
            (pointers, new, contents) = (found, old, transaction.root)
            do throws(Ownership.Conflict) {
                withdrawn = try new.withdraw(
                    owner,
                    keeping: found + leftAlone,
                    replacing: otherNames,
                    in: &contents,
                    takingOver: options.apply.takesOver
                )
            } catch {
                throw CommandError.ownedByOther(error, suite: suite.selection.name)
            }
        }
        let seeded = pointers ?? []
        for pointer in seeded {
            guard let former = replaced[pointer.map { ByteKey($0) }], options.apply.merges else { continue }
            contents.replace(at: pointer, by: former)
        }
        // The value under a former name of a key is its value before.
        var before = contents
        for key in keys where before[key] == nil {
            before[key] = contents[named: try rules.names(of: key)]
        }
        let isWithheld = { (pointer: [String], value: PropertyList) in
            rules.disclosure.hides(partOf: value, at: ValuePointer(tokens: pointer))
        }
        if !options.writing.isForced,
            let pointer = new.firstWithheld(of: owner, at: seeded, in: before, where: isWithheld)
        {
            throw CommandError.formerLost(ValuePointer(tokens: pointer))
        }
        var applied = try suite.seeds.apply(to: &contents, by: rules, options)
        transaction.root = contents
        new.record(owner, seeded, from: before, in: &transaction, withholding: isWithheld)
        transaction.owners = OwnershipChange(from: old, to: new)
        let stay = Set(leftAlone.map { ByteKey($0[0]) }).map(\.string).sorted(byBytesOf: \.self)
        applied.managed = try stay.filter(rules.isManaged)
        applied.leftAlone = options.apply.withdraws ? stay.filter(suite.isVolatile) : []
        applied.withdrawn = withdrawn
        return applied
    }
}

/// What applying seeds has done to the contents of a suite.
struct AppliedContents {
    /// The pointers to the values whose types change, as the seeds say.
    var retyped: [ValuePointer] = []
    /// The pointers to the stored integers that stay, since a seed has them rounded.
    var rounded: [ValuePointer] = []
    /// The keys that are not removed or taken back because the administrator has set them.
    var managed: [String] = []
    /// The keys that are not set or taken back because they are volatile.
    var leftAlone: [String] = []
    /// The error of types that `--check` reports beside the other changes; nil if there is none.
    var refusal: CommandError?
    /// What an owner has taken back.
    var withdrawn = Ownership.Withdrawn()
}

extension CommandError {
    /// Returns the error of a seed of an owner that removes a value.
    fileprivate static func removalForOwner(_ pointer: [String]) -> CommandError {
        let text = "cannot remove \(pointer.quotedPointer) for an owner: only values have owners"
        return CommandError(.invalidValue, Message(text, hint: "apply it without --owner"))
    }
}
