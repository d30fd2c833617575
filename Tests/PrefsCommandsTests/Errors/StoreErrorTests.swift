import Glibc
import PreferenceCore
import PreferenceStore
import PropertyLists
import Testing

@testable import PrefsCommands

@Suite("Messages of file errors")
struct StoreErrorTests {
    private static let denied = SystemError(code: EACCES)

    @Test(
        "an invalid suite name has its message and exit code",
        arguments: [
            (.invalidSuiteName("", .empty), .usage, "'' is no suite name: it is empty"),
            (.invalidSuiteName("..", .directory), .usage, "'..' is no suite name: it is a directory"),
            (.invalidSuiteName("a/b", .separator), .usage, "'a/b' is no suite name: it holds a '/'"),
            (
                .invalidSuiteName("a\n", .controlCharacter("\n")), .usage,
                #"$'a\n' is no suite name: it holds the control character \n"#
            ),
            (.invalidSuiteName("x", .tooLong(limit: 9)), .usage, "'x' is no suite name: it is longer than 9 bytes"),
        ] as [(PreferenceStoreError, ExitCode, String)]
    )
    func names(error: PreferenceStoreError, exitCode: ExitCode, message: String) {
        let message = message + "; a file of any name or place is given with --file PATH"
        ErrorCase(.preferences(.store(error)), exitCode, message).check()
    }

    @Test(
        "an error of reading, changing or watching a file has its message and exit code",
        arguments: [
            (
                .noConfigurationDirectory(.noHome), .unreadableFile,
                "there is no configuration directory: set HOME or XDG_CONFIG_HOME to an absolute path, or use --file PATH"
            ),
            (
                .noConfigurationDirectory(.raisedPrivileges), .unreadableFile,
                "there is no configuration directory for a process with raised privileges: use --file PATH"
            ),
            (.notRegularFile(path: "/p", .fifo), .unreadableFile, "/p: is no file but a FIFO"),
            (
                .tooManySymlinks(path: "/p"), .unreadableFile,
                "/p: symbolic links lead in a circle, or on and on: mend the link"
            ),
            (
                .corrupt(path: "/p", PropertyListError(.cycle, at: SourcePosition(offset: 40))), .unreadableFile,
                "/p: at byte 40: a container holds itself; mend the file, or put a copy in its place"
            ),
            (
                .rootNotDictionary(path: "/p", .string), .unreadableFile,
                "/p: holds a property list of type string, where a suite is a dictionary"
            ),
            (
                .tooLarge(path: "/p", size: 11, limit: 10), .unreadableFile,
                "/p: has 11 bytes, more than the 10 that are read"
            ),
            (
                .cannotEncode(path: "/p", .xml, PropertyListError(.tooDeep(limit: 512))), .invalidValue,
                "/p: is left as it is: xml cannot hold the value: values nest deeper than 512 levels"
            ),
            (
                .hardLinked(path: "/p", count: 2), .writeFailed,
                """
                /p: is left as it is, as it has 2 names (hard links), and the others would keep the old bytes: \
                --break-hard-links replaces it all the same
                """
            ),
            (
                .notTrusted(path: "/p", .symbolicLink, owner: 4_000_000_000), .writeFailed,
                """
                /p: refused: a symbolic link of user 4000000000 in a directory that everyone can write may be a trap
                """
            ),
            (
                .noConfigurationDirectory(.missingHome(path: "/h")), .unreadableFile,
                "the home directory /h does not exist: set HOME or XDG_CONFIG_HOME, or use --file PATH"
            ),
            (
                .lockTimedOut(path: "/p", holder: nil), .lockTimedOut,
                """
                /p: is left as it is, since another process keeps it locked; try again, or wait for longer with \
                --lock-timeout
                """
            ),
            (
                .changedTooOften(path: "/p"), .writeFailed,
                "/p: another program changes it again and again; try again when that is done"
            ),
            (
                .writtenBytesDiffer(path: "/p"), .writeFailed,
                "/p: is left as it is: the file system did not keep what was written beside it"
            ),
            (
                .durabilityUnknown(path: "/p", SystemError(code: EIO)), .writeFailed,
                "/p: the change is visible, but whether it is on the disk is unknown: Input/output error"
            ),
            (
                .cannotWatch(.tooManyWatches), .unreadableFile,
                """
                files cannot be watched: the user has as many watches as the system allows: end a program that watches \
                files, or raise fs.inotify.max_user_watches with sysctl
                """
            ),
            (
                .cannotWatch(.tooManyWatchers), .unreadableFile,
                """
                files cannot be watched: the user has as many watchers as the system allows, or this process as many \
                open files: end a program that watches files, or raise fs.inotify.max_user_instances with sysctl, or \
                ulimit -n
                """
            ),
            (
                .cannotWatch(.system(SystemError(code: ENOMEM))), .unreadableFile,
                "files cannot be watched: Cannot allocate memory"
            ),
        ] as [(PreferenceStoreError, ExitCode, String)]
    )
    func files(error: PreferenceStoreError, exitCode: ExitCode, message: String) {
        ErrorCase(.preferences(.store(error)), exitCode, message).check()
    }

    @Test(
        "the error for changing a file that is not a suite names the option that replaces the file",
        arguments: [
            (
                .corrupt(path: "/p", PropertyListError(.cycle, at: SourcePosition(offset: 40))),
                "/p: at byte 40: a container holds itself"
            ),
            (
                .rootNotDictionary(path: "/p", .string),
                "/p: holds a property list of type string, where a suite is a dictionary"
            ),
        ] as [(PreferenceStoreError, String)]
    )
    func damage(error: PreferenceStoreError, problem: String) {
        let advice = """
            the file is left as it is: mend it, or replace it with --replace-corrupt, which keeps the old bytes beside it
            """
        ErrorCase(.change(.store(error)), .unreadableFile, "\(problem); \(advice)").check()
        #expect(!CommandError.preferences(.store(error)).message.contains("--replace-corrupt"))
    }

    @Test(
        "an operation that the system refuses has its message and exit code",
        arguments: [
            (.open, .unreadableFile, "cannot open: Permission denied"),
            (.read, .unreadableFile, "cannot read: Permission denied"),
            (.list, .unreadableFile, "cannot list: Permission denied"),
            (.followLink, .unreadableFile, "cannot follow the link: Permission denied"),
            (.createDirectory, .writeFailed, "cannot create the directory: Permission denied"),
            (.lock, .writeFailed, "cannot lock: Permission denied; the file is left as it is"),
            (
                .create, .writeFailed,
                "cannot create a file in the directory: Permission denied; the file is left as it is"
            ),
            (.write, .writeFailed, "cannot write: Permission denied; the file is left as it is"),
            (.keepOwner, .writeFailed, "cannot keep the owner: Permission denied; the file is left as it is"),
            (
                .keepPermissions, .writeFailed,
                "cannot keep the permissions: Permission denied; the file is left as it is"
            ),
            (
                .keepAttributes, .writeFailed,
                "cannot keep the extended attributes: Permission denied; the file is left as it is"
            ),
            (.synchronize, .writeFailed, "cannot write to disk: Permission denied; the file is left as it is"),
            (.replace, .writeFailed, "cannot replace: Permission denied; the file is left as it is"),
        ] as [(StoreOperation, ExitCode, String)]
    )
    func operations(operation: StoreOperation, exitCode: ExitCode, message: String) {
        let error = PreferenceStoreError.system(operation, path: "/p", Self.denied)
        ErrorCase(.preferences(.store(error)), exitCode, "/p: \(message)").check()
    }

    @Test(
        "a malformed document has its message",
        arguments: [
            (.empty, "there is no value"),
            (.unknownFormat, "this is no property list: neither XML nor binary nor JSON nor OpenStep text"),
            (.unexpectedEnd(within: "a <dict>"), "the file ends within a <dict>"),
            (.unexpected("'}'", expected: "a value"), "'}' stands where a value is due"),
            (.trailingContent, "more follows the end of the document"),
            (.invalidUTF8, "this is not UTF-8"),
            (.duplicateKey("k"), "the key 'k' stands twice in one dictionary"),
            (.tooDeep(limit: 512), "values nest deeper than 512 levels"),
            (.tooManyValues(limit: 9), "its references stand for more than 9 values"),
            (.tooManyBytes(limit: 9), "its references stand for more than 9 bytes of text and data"),
            (.invalidValue(.date, text: "x"), "'x' spells no date"),
            (
                .integerOutOfRange("1"),
                "'1' is out of range: -9223372036854775808 to 18446744073709551615"
            ),
            (.dateOutOfRange(seconds: "inf"), "the date inf s after 2001-01-01 is too far away to be written"),
            (.unknownElement("a\u{1B}"), "property lists have no element <a\u{1B}>"),
            (.mismatchedTag("</a>", expected: "</b>"), "</a> stands where </b> is due"),
            (.missingValue(key: "k"), "the key 'k' has no value"),
            (
                .unknownEntity("&x;"),
                "the reference '&x;' is unknown: &amp; &lt; &gt; &quot; &apos; and numbers are read"
            ),
            (.unsupportedEncoding("x"), "the encoding 'x' is not read: convert the file to UTF-8"),
            (
                .contradictedEncoding(declared: "UTF-8", actual: "UTF-16LE"),
                "its XML declaration names the encoding 'UTF-8', but its bytes are UTF-16LE: correct the name"
            ),
            (.malformedText("UTF-16"), "this is no character of UTF-16, in which the file starts"),
            (.invalidTrailer("count"), "the binary trailer does not fit the file: count"),
            (.invalidReference(7), "object 7 is not in the object table"),
            (.invalidObject(marker: 0xF0), "the object with the marker 0xf0 is malformed or does not fit the file"),
            (.overlappingObjects, "its objects take the same bytes"),
            (.notASCII, "a string that is marked as ASCII holds other bytes"),
            (.cycle, "a container holds itself"),
            (.keyNotString(.integer), "a dictionary's key is of type integer, not string"),
            (
                .invalidForm("$date"),
                """
                {"$date": ...} does not hold what it should; for a dictionary with such a key write {"$dict": {...}}
                """
            ),
            (.realOutOfRange("1e999"), "'1e999' is beyond the range of a float"),
            (.null, "null cannot be stored: a property list has no such value"),
            (.loneSurrogate, "a \\u escape is half of a surrogate pair"),
            (.notFinite("inf"), "JSON has no number for inf: use --typed"),
        ] as [(PropertyListProblem, String)]
    )
    func problems(problem: PropertyListProblem, message: String) {
        #expect(problem.description == message)
    }
}
