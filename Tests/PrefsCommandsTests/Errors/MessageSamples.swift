import Glibc
import Testing

@testable import CommandGrammar
@testable import PreferenceCore
@testable import PreferenceSchemas
@testable import PreferenceJournal
@testable import PreferenceStore
@testable import PrefsCommands
@testable import PropertyLists

/// The samples, by enumeration.
extension MessageGroup {
    // MARK: What the samples are made of

    private static func bounds(_ least: Int, _ most: Int?) -> String {
        SchemaContent(rule: .any, least: least, most: most, describes: true).bounds
    }

    static let key = ValuePointer("fontSize")
    static let part = ValuePointer("win", at: JSONPointer("/f/0") ?? .whole)
    static let path = "/etc/app.plist"
    static let schema = "app.schema.json"
    static let place = SourcePosition.positions(at: [5], in: Array("\n\n\n  \"x\"".utf8).span)[0]
    static let denied = SystemError(code: EACCES)
    static let missing = SystemError(code: ENOENT)
    static let id = "7gq2ab40xz"
    static let malformed = PropertyListError(.duplicateKey("a"), at: place)
    static let loss = ConversionLoss(
        pointer: ["since"],
        fate: .changed(from: .date(PropertyListDate(secondsSinceReferenceDate: 0)), to: "2001-01-01T00:00:00Z")
    )

    static func violation(_ problem: SchemaViolation.Problem) -> SchemaViolation {
        SchemaViolation(pointer: ["fontSize"], keyword: .maximum, position: place, problem: problem)
    }

    static let everything = PreferenceSecrets.everything

    static func store(_ error: PreferenceStoreError) -> CommandError { CommandError(error) }

    private static var several: CommandError {
        var error = CommandError.violation(violation(.beyond(200, .maximum, 72)), path: schema)
        error.others = [.unknownKey("fontsize", .near("fontSize"), path: schema)]
        return error
    }

    /// Returns the first option of a line, given by the words after the verb.
    private static func option(in words: [String], of verb: Verb) -> OptionOccurrence {
        var scanner = OptionScanner(words[...], of: verb.syntax)
        try? scanner.scan()
        return scanner.arguments.options[0]
    }

    // MARK: Samples

    static let usage: [any Error] = [
        UsageError.missingVerb,
        UsageError.unknownVerb("lst", suggestion: "list"),
        CommandError.wordOfOtherTool("mv", .rename),
        UsageError.unknownVerb("frobnicate", suggestion: nil),
        CommandError.lineOfOtherTool("write", translations: [["set", "-s", "com.example.app", "size", "-int", "5"]]),
        CommandError.lineOfOtherTool("read", translations: [["get", "editor"], ["list", "-s", "editor"]]),
        CommandError.noEquivalent("gsettings writable", because: nil),
        CommandError.noEquivalent("dconf read", because: .database),
        CommandError.noEquivalent("defaults -host", because: .otherHost),
        CommandError.noEquivalent("defaults -app", because: .application),
        CommandError.noEquivalent("defaults write DOMAIN PLIST", because: .wholeSuite),
        CommandError.noEquivalent("plutil -insert KEYPATH.INDEX", because: .insertion),
        CommandError.noEquivalent("git config --add", because: .secondValue),
        CommandError.noEquivalent("gsettings set", because: .variant),
        UsageError.optionBeforeVerb("-s", corrected: ["get", "-s", "editor", "size"]),
        UsageError.optionBeforeVerb("--quiet", corrected: nil),
        UsageError.operandAsOption("--by", .amount, synopsis: "increment [OPTIONS] KEY [BY]"),
        UsageError.unknownOption("--suit", verb: .get, suggestion: "--suite"),
        UsageError.unknownOption("-k", verb: .get, suggestion: nil),
        UsageError.optionNotApart("-sNAME", notation: "-s NAME"),
        UsageError.unexpectedArgument(option: "--quiet"),
        UsageError.missingArgument(.suite, option: "-s", notation: "-s NAME", next: nil),
        UsageError.missingArgument(.suite, option: "-s", notation: "-s NAME", next: "-q"),
        UsageError.repeatedOption("-s", earlier: "-s"),
        UsageError.repeatedOption("-s", earlier: "--suite"),
        UsageError.conflictingOptions("--json", "--typed"),
        UsageError.optionNeedsOther("--keep-going", "--all-suites"),
        UsageError.valueGivenTwice(option: "--int", source: "--value-file"),
        UsageError.missingOperand(.key, synopsis: "get [OPTIONS] KEY..."),
        UsageError.surplusOperand("b", synopsis: "path [OPTIONS]", swallowed: nil),
        UsageError.surplusOperand(
            "f",
            synopsis: "set [OPTIONS] KEY --data VALUE",
            swallowed: option(in: ["--data", "--value-file"], of: .set)
        ),
        UsageError.invalidChoice("jsn", .format, suggestion: "json"),
        UsageError.invalidChoice("yaml", .format, suggestion: nil),
        UsageError.invalidChoice("csh", .shell, suggestion: "zsh"),
        UsageError.invalidChoice("foo", .verb, suggestion: nil),
        UsageError.emptyArgument(option: "--suite", .suite),
        CommandError.encodingWithoutData(option: "--hex"),
        CommandError.invalidSeconds("soon"),
        CommandError.invalidCount("few"),
        CommandError.ambiguousChange("7gq2", ids: ["7gq2ab40xz", "7gq2p9wwe1"]),
        CommandError.invalidPointer("/a~b"),
        CommandError.invalidPointer("a"),
        CommandError.pairWithoutEqualsSign("size"),
        CommandError.repeatedKey("size"),
        CommandError.standardInputNotWritable,
        CommandError.standardInputNotWatchable,
        CommandError.browseNeedsTerminal,
        CommandError.browseNeedsScreen,
        CommandError.noEditor,
        CommandError.standardInputTwice,
        CommandError.selectorBesideFiles(option: "-s"),
        CommandError.suiteInTwoFiles("editor", directory: "seeds"),
        CommandError.optionOfOtherAction(
            option(in: ["--json"], of: .schema),
            .infer
        ),
        CommandError.schemaWithoutSuite(path: "app.json"),
        UsageError.missingOption("-o FILE", synopsis: "convert [OPTIONS] FILE"),
        CommandError.keyWithoutValue("size"),
        UsageError.typeWithoutValue("-int"),
        CommandError.typeInPlaceOfKey("-int"),
        UsageError.wordAfterList("b", option: "-array"),
        CommandError.surplusOperandAfterSuite("true", corrected: ["set", "-s", "editor", "autosave", "true"]),
    ]

    static let command: [CommandError] = [
        CommandError(UsageError.missingVerb),
        .argumentNotUTF8(position: 3, at: place),
        .raisedPrivileges,
        .unset([ValuePointer("user.name")], in: "suite 'editor'", hint: nil),
        .unset([], in: path, hint: .missingSuite(near: "editor")),
        .unset([ValuePointer("a"), part, ValuePointer("b'c\n")], in: path, hint: .missingFile),
        .unset([key], in: "suite 'editr'", hint: .missingSuite(near: "editor")),
        .unset([key], in: "suite 'x'", hint: .missingSuite(near: nil)),
        .unset([ValuePointer("editor")], in: "suite 'prefs'", hint: .suite("editor")),
        .unset([ValuePointer("fontsize")], in: "suite 'editor'", hint: .near("fontSize")),
        .unset([ValuePointer("size")], in: "suite 'editor'", hint: .renamed("fontSize")),
        .suiteAsKey("editor", exists: true, corrected: [["get", "-s", "editor", "fontSize"]]),
        .suiteAsKey(
            "com.x",
            exists: false,
            corrected: [["reset", "-s", "com.x", "a"], ["reset", "--", "com.x", "a"]]
        ),
        .noMatch("Ada", in: ["key", "value"]),
        .notReachable(part, .missing(ValuePointer("win"))),
        .value(.invalid("12abc", .kind(.integer)), at: key),
        .valueOfStoredKind(.invalid("large", .kind(.integer)), at: key, .integer),
        .valueOfStoredKind(.invalid("1.5", .kind(.integer)), at: key, .integer),
        .valueOfStoredKind(.wrongKind(.string, expected: .kind(.array)), at: part, .string),
        .wrongType(at: key, found: .string, expected: [.integer, .real]),
        .typeChange(TypeChange(pointer: key, old: .integer, new: .string), in: "the seed"),
        .typeChange(TypeChange(pointer: part, old: .data, new: .real), in: "the text"),
        .changedWhileJudged(path: path),
        .unreadable(key, in: Selection(SuiteFile(path: path)), writtenAs: .openStep),
        .unreadable(part, in: Selection(SuiteFile(path: path)), writtenAs: .xml),
        .notStorable(.tooDeep(limit: 512), at: key),
        .alreadySet(part),
        .targetIsSet("general.launchCount"),
        .sourceIsTarget("suite 'editor'"),
        .secretInSeed("account.token"),
        .secretNames(.notRegularFile(path: "/state/prefs/secrets/a1", .directory)),
        .owners(.notRegularFile(path: "/state/prefs/owners/a1", .directory)),
        .invalidOwner(""),
        .ownedByOther(Ownership.Conflict(owner: "work", pointer: ["frame", "width"]), suite: "editor"),
        .formerSecret(key),
        .noSeeds(path: "seeds", isForOwner: true),
        .lossy(loss, others: 0),
        .lossy(loss, others: 2),
        .otherExtension(path: "seed.plist", .typedJSON),
        .otherValue(at: ValuePointer("theme"), "light", expected: "blue"),
        .otherValue(at: ValuePointer("theme"), 3, expected: "3"),
        CommandError.otherValue(at: ValuePointer("token"), "a", expected: "b").hiding(everything),
        .noValue(at: ValuePointer("theme"), expected: "blue"),
        .notRepresentable(.notFinite("nan"), at: key),
        .notRepresentable(.tooDeep(limit: 512), at: nil),
        .binaryOnTerminal(hasOutputOption: true),
        .binaryOnTerminal(hasOutputOption: false),
        .containsNUL,
        .keyContainsNUL("a\0b"),
        .valueFile(path: "icon.png", missing),
        .valueFileNotUTF8(path: "icon.png", at: place),
        .standardInput(SystemError(code: EIO)),
        CommandError(PreferenceStoreError.corrupt(path: "standard input", malformed)),
        CommandError(PreferenceStoreError.rootNotDictionary(path: "standard input", .array)),
        .secretsMalformed(path: "secrets.json", place),
        CommandError.suiteName(.invalidSuiteName("../x", .separator)).located(at: place, inDocument: "all.json"),
        .suiteName(.invalidSuiteName("../x", .separator)),
        .suiteVariable(.invalidSuiteName("../x", .separator)),
        .suiteNotDictionary("editor", 1),
        .suiteNotDictionary("editor", .dictionary(.removal)),
        .notInSeed("$schema"),
        .notInDefaults("frame"),
        .noDomain(path: "seed.json"),
        .program("editor", missing),
        .program("editor", .exited(3)),
        .program("editor", .signalled(9)),
        .stillRunning("editor"),
        .removalForOwner(["theme", "dark"]),
        CommandError.suiteFile(.lockTimedOut(path: path, holder: nil))
            .stopped(written: ["a", "b"], unwritten: ["c"]),
        CommandError.suiteFile(.interrupted(path: path)).stopped(written: [], unwritten: ["a", "b"]),
        .outputFile(.notRegularFile(path: "out", .directory)),
        CommandError(PreferenceError.invalidKey("a\0b")),
        .noJournalDirectory,
        .noChange(id: "7gq2"),
        .nothing(to: "undo", in: "suite 'editor'", suggesting: nil),
        .nothing(to: "undo", in: "suite 'prefs'", suggesting: ["undo", "-s", "editor"]),
        .nothing(to: "redo", in: "suite 'editor'", suggesting: nil),
        .noEqualElement(in: key),
        .noKeyMatches(["a*", "b?"], in: path),
        .alreadyUndone(id: id, path: path),
        .notKept(id: id),
        .partsNotKept(id: id, count: 2, of: 3),
        .valuesNotKept([ValuePointer("token")], hasOthers: true, id: id),
        .valuesNotKept([ValuePointer("token")], hasOthers: false, id: id),
        .changedSince(key, now: "5", left: "2", others: 0, id: id, suite: nil),
        .changedSince(part, now: "5", left: nil, others: 2, id: id, suite: nil),
        .changedSince(key, now: nil, left: "2", others: 0, id: id, suite: "editor"),
        .suiteExists(path: path, id: id),
        .suiteChanged(path: path, id: id),
        .fileMoved(path: path),
        .noSuite("editr", near: "editor"),
        .noSuite("x", near: nil),
        .linkedSuite(path: "/etc/app.plist"),
        .suiteIsTaken("writer"),
        .notRecordable(path: path, nil),
        .notRecordable(path: path, .system(.open, path: "/state", denied)),
        .suiteFile(.corrupt(path: path, malformed)),
        .schemaFile(.system(.read, path: schema, denied)),
        .schema(path: schema, PreferenceSchemaError(.notObject, at: place)),
        .valueOfSchema(.invalid("large", .kind(.integer)), at: key, path: schema),
        .violation(violation(.beyond(200, .maximum, 72)), path: schema),
        several,
        .moreViolations(count: 100_000, path: schema),
        .violation(
            SchemaViolation(pointer: [], keyword: .required, position: place, problem: .missingKey("a")),
            path: schema
        ),
        .unknownKey("fontsize", .near("fontSize"), path: schema),
        .unknownKey("size", .renamed("fontSize"), path: schema),
        .unknownKey("colour", nil, path: schema),
        .schemaDocument(path: schema, missing),
        .noSchema(suite: "editor"),
        .schemaOfSystem(suite: "editor", path: "/usr/share/prefs/schemas/editor.schema.json"),
        .noDataDirectory,
        .readOnly(["fontSize"], path: schema),
        CommandError.violation(violation(.beyond(200, .maximum, 72)), path: schema)
            .located(at: place, inDocument: "seed.json"),
        CommandError.unknownKey("fontsize", .near("fontSize"), path: schema).located(at: place, inDocument: "-"),
        .editorNotUTF8(variable: "EDITOR"),
        .editorNotStarted("vi -e", SystemError(code: EAGAIN)),
        .editorFailed("vi", "failed with exit code 3"),
        .editorFailed("vi", "was ended by signal 9"),
        .editedFile(missing, path: "/tmp/app.plist"),
        .editedText(malformed, path: "/tmp/app.plist"),
        .mergeConflicts(count: 2, path: "editor.plist", isInGit: true),
        .mergeConflicts(count: 1, path: "editor.plist", isInGit: false),
        .mergeRefused(store(.corrupt(path: "theirs", malformed)), path: "editor.plist", .mergedLines),
        .mergeRefused(store(.corrupt(path: "ours", malformed)), path: "editor.plist", .markers),
        .mergeRefused(
            store(.cannotEncode(path: "ours", .openStep, PropertyListError(.commentsWouldBeLost, at: place))),
            path: "a.plist",
            .theirs(path: "a.plist.theirs")
        ),
        .gitFailed(setting: "merge.plist.driver", code: nil, isGlobal: false),
        .gitFailed(setting: "merge.plist.driver", code: 128, isGlobal: false),
        .gitFailed(setting: "merge.plist.driver", code: 255, isGlobal: true),
        .changedMeanwhile([ValuePointer("a"), ValuePointer("b")]),
        CommandError.changedMeanwhile([key]).keptEdit(path: "/tmp/app.plist"),
        CommandError.unknownKey("fontsize", .near("fontSize"), path: schema).keptEdit(path: "/tmp/app.plist"),
        .interrupted,
        .standardOutput(SystemError(code: ENOSPC), changeIsMade: false),
        .standardOutput(SystemError(code: EIO), changeIsMade: true),
    ]

    static let values: [ValueError] =
        PropertyListKind.allCases.map { .invalid("x", .kind($0)) }
        + [
            .invalid("x\u{1B}", .hexadecimal),
            .invalid(String(repeating: "é", count: 200), .json),
            .outOfRange("99999999999999999999", .kind(.integer)),
            .outOfRange("1e999", .kind(.real)),
            .malformed(PropertyListError(.null(key: "theme"), at: place)),
            .malformed(PropertyListError(.unknownFormat)),
            .wrongKind(.string, expected: .kind(.array)),
            .wrongKind(.array, expected: .kind(.dictionary)),
        ]

    static let obstacles: [PointerObstacle] = [
        .missing(ValuePointer("win", at: JSONPointer("/f") ?? .whole)),
        .noElement(of: ValuePointer("win", at: JSONPointer("/f") ?? .whole), count: 1),
        .noElement(of: ValuePointer("win", at: JSONPointer("/f") ?? .whole), count: 3),
        .scalar(ValuePointer("win"), .date),
    ]

    static let fates: [ConversionLoss.Fate] = [
        .unwritable(.unsupportedKind(.uid)),
        .unreadable(.invalidForm("$date")),
        .changed(from: 1, to: "1"),
        .changed(from: 1.5, to: 1.25),
    ]

    static let preferences: [PreferenceError] = [
        .invalidKey("a\0b"),
        .wrongType(key: "fontSize", expected: "Int", found: .string, path: path),
        .wrongType(
            key: "account",
            expected: "Account",
            found: .dictionary,
            path: path,
            reason: "name: expected a string"
        ),
        .unwritable(key: "list", type: "Array<Int?>", reason: "property lists have no null"),
        .otherSuite(key: "theme", suite: .global),
        .owned(key: "fontSize", owner: "installer"),
        .managed(key: "theme", path: "/etc/prefs/managed/editor.plist"),
        .newerVersion(3, known: 2, path: path),
        .notMigrated(version: 2, "sizes are in points", path: path, reason: "no size"),
        .sharedVariable("APP_font_size", keys: ["font.size", "font-size"]),
        .store(.interrupted(path: path)),
    ]

    static let store: [PreferenceStoreError] = [
        .invalidSuiteName("../x", .separator),
        .noConfigurationDirectory(.noHome),
        .notRegularFile(path: path, .directory),
        .tooManySymlinks(path: path),
        .corrupt(path: path, malformed),
        .corrupt(path: path, PropertyListError(.cycle, at: SourcePosition(offset: 40))),
        .rootNotDictionary(path: path, .array),
        .noRealPath(path: path),
        .tooLarge(path: path, size: 11, limit: 10),
        .cannotEncode(path: path, .json, PropertyListError(.notFinite("nan"))),
        .cannotEncode(path: path, .openStep, PropertyListError(.commentsWouldBeLost, at: place)),
        .notTrusted(path: path, .symbolicLink, owner: 4_000_000_000),
        .notTrusted(path: path, .symbolicLink, owner: 4_000_000_000, target: 0),
        .hardLinked(path: path, count: 2),
        .lockTimedOut(path: path, holder: nil),
        .lockTimedOut(path: path, holder: LockHolder(user: 4_000_000_000)),
        .lockFileLeft(path: "/etc/.prefs.lock", owner: 4_000_000_000),
        .deadlock(path: path),
        .interrupted(path: path),
        .nestedChange(path: path),
        .changedTooOften(path: path),
        .writtenBytesDiffer(path: path),
        .durabilityUnknown(path: path, SystemError(code: EIO)),
        .cannotWatch(.tooManyWatches),
        .system(.open, path: "/no/app.plist", denied),
    ]

    static let operations: [StoreOperation] = [
        .open, .read, .list, .followLink, .createDirectory, .lock, .create, .write, .keepOwner, .keepPermissions,
        .keepAttributes, .synchronize, .keepCopy, .replace, .rename, .remove,
    ]

    static let names: [SuiteNameProblem] = [
        .empty, .directory, .separator, .controlCharacter("\n"), .notUTF8, .tooLong(limit: 249),
    ]

    static let directories: [ConfigurationDirectoryProblem] = [
        .noHome, .missingHome(path: "/home/ada"), .notUTF8(variable: "XDG_CONFIG_HOME"), .raisedPrivileges,
    ]

    static let watching: [WatchProblem] = [
        .tooManyWatches, .tooManyWatchers, .system(SystemError(code: ENOMEM)),
    ]

    static let documents: [PropertyListProblem] = [
        .empty, .unknownFormat, .unexpectedEnd(within: "<dict>"), .unexpected("</dict>", expected: "a value"),
        .trailingContent, .invalidUTF8, .malformedText("UTF-16"), .unsupportedEncoding("EBCDIC"), .duplicateKey("a"),
        .tooDeep(limit: 512), .tooManyValues(limit: 1_000_000), .tooManyBytes(limit: 1_000_000),
        .invalidValue(.integer, text: "12abc"), .integerOutOfRange("18446744073709551616"),
        .dateOutOfRange(seconds: "inf"), .unknownElement("int"), .mismatchedTag("</a>", expected: "</b>"),
        .dictionaryReadsAsUID(key: "CF$UID"), .missingValue(key: "a"), .unknownEntity("&nbsp;"),
        .contradictedEncoding(declared: "UTF-8", actual: "UTF-16"), .invalidTrailer("root object"),
        .invalidReference(7), .invalidObject(marker: 0xF0), .overlappingObjects, .invalidOffset(9),
        .cycle, .keyNotString(.integer), .null(key: "theme"), .null(key: nil), .loneSurrogate,
        .realOutOfRange("1e999"),
        .invalidForm("$date"), .notFinite("nan"), .removal, .unsupportedKind(.uid), .commentsWouldBeLost,
    ]

    static let violations: [SchemaViolation.Problem] =
        [
            .forbidden, .secret,
            .kind("x", expected: []),
            .kind("x", expected: [.integer, .real]),
            .notListed("blue", allowed: ["light", "dark"]),
            .notListed(1, allowed: []),
        ]
        + [SchemaLimit.minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum].map { .beyond(5, $0, 6) }
        + [SchemaLimit.minLength, .maxLength].map { .beyond("ab", $0, 3) }
        + [SchemaLimit.minItems, .maxItems].map { .beyond([1, 2], $0, 3) }
        + [SchemaLimit.minProperties, .maxProperties].map { .beyond(["a": 1], $0, 3) }
        + [
            .noMatch("x", pattern: "^[0-9]+$"),
            .notFormat("x", .dateTime),
            .notFormat("x", .uri),
            .notFormat("x", .uuid),
            .equalElements(0, 2),
            .beyond(7, .multipleOf, 2),
            .content(0, allowed: bounds(1, nil), rule: "integer"),
            .content(3, allowed: bounds(1, 2), rule: "integer"),
            .misnamed(rule: "matching ^[a-z]+$"),
            .missingKey("name"),
            .unknownKey,
            .unmatched(true, .any, matches: 0, alternatives: ["integer, at most 72", "\"auto\""]),
            .unmatched([:], .one, matches: 2, alternatives: ["required: a", "any"]),
            .unmatched("admin", .none, matches: 1, alternatives: ["matching ^admin"]),
        ]

    static let schemas: [PreferenceSchemaError.Problem] = [
        .malformed(.duplicateKey("type")),
        .notObject,
        .invalidValue(.minimum, expected: "a number"),
        .pattern("at offset 1: unclosed group"),
        .unsupported(.dynamicReference),
        .unresolvedReference("#/$defs/size"),
        .circularReference("#"),
        .invalidDefault(key: "size", violation(.kind("big", expected: [.integer]))),
        .formerNameInUse("size", of: "fontSize"),
        .duplicateKey("size"),
        .foreignKey("size", suite: "other"),
        .unwritableDefault(key: "size", reason: "property lists have no null"),
    ]

    static let patterns: [SchemaPatternProblem] = [
        .unsupported(.backreference, offset: 1), .unsupported(.lookahead, offset: 1),
        .unsupported(.lookbehind, offset: 1), .unsupported(.namedGroup, offset: 1),
        .unsupported(.unicodeProperty, offset: 1), .unsupported(.flags, offset: 1), .tooDeep(limit: 100, offset: 101),
        .tooLarge(limit: 10_000, offset: 3), .unclosedGroup(offset: 1), .unopenedGroup(offset: 1),
        .unclosedClass(offset: 1), .reversedQuantifier("{3,1}", offset: 1), .invalidGroup("(?P", offset: 1),
        .reversedRange("z-a", offset: 1), .setInRange("\\d-z", offset: 1), .nothingToRepeat("*", offset: 1),
        .unescaped("]", offset: 1), .invalidEscape("\\q", expected: "q", offset: 1),
    ]

    static let notes: [Message] = [
        .set([key]),
        .unchanged([key]),
        .unchanged([key, part]),
        .changed([key, part], path: path),
        .renamed(key, to: "size"),
        .copied(part, to: "size", path: path),
        .removedKeys([key, part], path: path),
        .removedKeys([], path: path),
        .nothingToRemove([key]),
        .nothingToRemove([]),
        .forgot(["token"], path: path),
        .forgot([], path: path),
        .nothingToForget(path: path),
        .inRemovedFile(ids: [id], path: path),
        .forgotSecrets(path: path),
        .undone("set size", age: "2 minutes ago", id: id),
        .redone("set size", id: id),
        .numberAsString(key, option: "--float"),
        .emptyKey,
        .pairAsKey("a=1"),
        .keyNamedLikePart("win.f", part, line: ["set", "win", "--at", "/f/0", "-s", "editor", "6"]),
        .valuesNotRecorded([ValuePointer("token")]),
        .wrote(path: path),
        .nothingWritten,
        .noProblems(path: path),
        .removedFile(path: path),
        .renamedFile(path: path, to: "~/.config/writer.plist"),
        .schemaOfOldName(path: "editor.schema.json", "editor", new: "writer"),
        .watching("suite 'editor'"),
        .warning(.emptyFile(path: path)),
        .ignored(SchemaWarning(keyword: "examples", value: nil, position: place), path: schema),
        .ignored(SchemaWarning(keyword: "volatile", value: nil, position: place), path: schema),
        .ignored(SchemaWarning(keyword: "format", value: "email", position: place), path: schema),
        .deprecated(key: "size", summary: "use fontSize", path: schema),
        .lost(loss),
        .nothingChanged,
        .notRemoved(hint: "prefs reset -s editor size"),
        .schemaOfSystem(suite: "editor", path: "/usr/share/prefs/schemas/editor.schema.json"),
        .nothingInstalled,
        .gitConfigured(isGlobal: false),
        .gitConfigured(isGlobal: true),
        CommandError.unset([key], in: "suite 'editor'", hint: nil).message,
        .typesLost, .integersRounded, .namesSchema, .keptExact([key]), .keptExact([key, part]),
        .fractionLost([ValuePointer("since")]),
        .fractionLost([ValuePointer("since"), ValuePointer("until")]),
        .hazard(.unsignedInteger, at: [ValuePointer("size")]), .hazard(nil, at: [ValuePointer("token")]),
        .hazard(.format(.json), ofFileAt: "copy.plist"),
        .hidden(key, by: PreferenceEntry(key: "fontSize", value: 14, file: SuiteFile(path: path))),
        .volatile(["window.frame", "launches"]),
        .managedStay(["theme"]),
        .secretsNotInSeed(["token"]),
        .probablyVolatile(["window.frame", "launches"]),
        .retyped([ValuePointer("since"), ValuePointer("until")]),
        .released([ValuePointer("theme")], owner: "work"),
        .released([ValuePointer("theme"), part], owner: "work"),
        .ownershipEnded([ValuePointer("lines"), ValuePointer("showLines")], owners: ["work"]),
        .filesOfNoSuite([".config/a\u{1}b.plist"]),
        .filesOfNoSuite([".config/.plist", ".config/caf\u{FFFD}.plist"]),
        .partOfRun(1, of: 3),
        .relativePath("config", variable: "XDG_CONFIG_HOME"),
        .relativePath("", variable: "HOME"),
        .missingSuite("editr", suggestion: "editor"),
        .missingSuite("x", suggestion: nil),
        .missingFile(path: path),
        .keyNamedLikeSuite("editor", exists: true),
        .keyNamedLikeSuite("com.example.app", exists: false),
        .patternNamedLikeSuite("editor", corrected: ["list", "-s", "editor"]),
        .holdsSecrets(path: "copy.plist"),
        .openToOthers(path: "copy.plist"),
        .olderVersion(1, newest: 3, path: path),
        .typesInSeed(["fontSize"]),
        .notSecret(["token"], path: path),
        .wasNotSecret(["token"], path: path),
        .noSuites(path: "seeds"),
        .ofSuite("editor", .fractionLost([ValuePointer("since")])),
    ]

    static let warnings: [SuiteWarning] = [
        .emptyFile(path: path),
        .untrusted(path: path, at: path),
        .untrusted(path: path, at: "/etc/prefs"),
        .corruptFileKept(path: path, at: "app.plist.corrupt-1"),
        .changesReverted(path: path, keys: ["a", "b"]),
        .changesRestored(path: path, keys: ["a"]), .duplicatesRemoved(path: path, keys: ["a"]),
        .foreignWriteKept(path: path, at: "app.plist.conflict-1"),
        .attributesLost(path: path, names: ["security.selinux", "trusted.note"]),
        .notRecorded(path: path, .system(.open, path: "/state", denied)),
        .notRecorded(path: path, .tooLarge(path: "/state", size: 20 << 20, limit: 16 << 20)),
        .removedForGood(path: path, nil), .removedForGood(path: path, .system(.open, path: "/state", denied)),
    ]

    static let hazards: [PropertyListHazard] = [
        .reference, .format(.json), .gnustepValue, .unquoted("@"), .missingSemicolon, .separatorInData,
        .encodingWithoutMark("UTF-16"), .documentType("["),
        .whitespace(.integer), .comment, .markup(.real), .emptyData, .contentOfBoolean, .signedNotANumber, .set,
        .referenceInData, .byteOrderMark, .unsignedInteger, .wideInteger, .negativeZero, .fractionOfSecond,
        .dateNotFinite,
        .equivalentKey("e\u{301}"), .unquotedPair("@"), .lowercaseEscape, .malformedEscape("\\U1", readAs: 1),
        .keyWithoutValue, .spaceAfterSign, .notASCII, .controlCharacter(1), .duplicateKey("a", isRead: true),
        .duplicateKey("a", isRead: false), .loneSurrogate, .dateOverflow, .unusualPadding, .carriageReturn,
        .malformedXML("-- in a comment"),
    ]
}
