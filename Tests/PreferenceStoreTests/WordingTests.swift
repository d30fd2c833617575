import Glibc
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("The words of errors and warnings")
struct WordingTests {
    private static let path = "/etc/app.plist"
    private static let denied = SystemError(code: EACCES)

    @Test(
        "an error names what failed, the file and the reason",
        arguments: [
            (.tooLarge(path: path, size: 11, limit: 10), "/etc/app.plist: 11 bytes exceed the limit of 10"),
            (
                .cannotEncode(path: path, .json, PropertyListError(.notFinite("nan"))),
                "/etc/app.plist: cannot write as json: JSON has no nan"
            ),
            (
                .notTrusted(path: path, .symbolicLink, owner: 4_000_000_000),
                "/etc/app.plist: refused a symbolic link of user 4000000000 in a world-writable directory"
            ),
            (
                .notTrusted(path: path, .symbolicLink, owner: 4_000_000_000, target: 0),
                "/etc/app.plist: refused a symbolic link of user 4000000000 to a file of user 'root'"
            ),
            (.lockTimedOut(path: path, holder: nil), "cannot lock /etc/app.plist: another process has the lock"),
            (
                .lockTimedOut(path: path, holder: LockHolder(user: 4_000_000_000)),
                "cannot lock /etc/app.plist: a process of user 4000000000 has the lock"
            ),
            (
                .lockFileLeft(path: "/etc/.prefs.lock", owner: 4_000_000_000),
                "cannot open /etc/.prefs.lock: it belongs to user 4000000000, and no process has locked it"
            ),
            (
                .deadlock(path: path),
                "cannot lock /etc/app.plist: another thread has the lock and waits for this one"
            ),
            (
                .nestedChange(path: path),
                "cannot change /etc/app.plist: another change of it is in progress in this thread"
            ),
            (.changedTooOften(path: path), "other programs change /etc/app.plist too often"),
            (.writtenBytesDiffer(path: path), "cannot write /etc/app.plist: the file system did not keep the bytes"),
            (
                .durabilityUnknown(path: path, SystemError(code: EIO)),
                "/etc/app.plist: changed, but possibly not on disk: input/output error"
            ),
            (
                .invalidSuiteName("a\n", .controlCharacter("\n")),
                #"invalid suite name $'a\n': it contains the control character \n"#
            ),
            (
                .noConfigurationDirectory(.missingHome(path: "/home/ada")),
                "no configuration directory: the home directory /home/ada does not exist"
            ),
            (
                .noConfigurationDirectory(.raisedPrivileges),
                "no configuration directory: the process has raised privileges (set-user-ID or similar)"
            ),
        ] as [(PreferenceStoreError, String)]
    )
    func error(_ error: PreferenceStoreError, text: String) {
        #expect(error.description == text)
    }

    @Test(
        "a refused system call is named, and that nothing was changed if it is one of a change",
        arguments: [
            (.open, "open", false), (.read, "read", false), (.list, "list", false),
            (.followLink, "follow the link", false), (.createDirectory, "create the directory", false),
            (.lock, "lock", true), (.create, "create a file in", true), (.write, "write", true),
            (.keepOwner, "keep the owner of", true), (.keepPermissions, "keep the permissions of", true),
            (.keepAttributes, "keep the extended attributes of", true), (.synchronize, "flush", true),
            (.keepCopy, "keep a copy of", true), (.replace, "replace", true), (.rename, "rename", true),
            (.remove, "remove", true),
        ] as [(StoreOperation, String, Bool)]
    )
    func operation(_ operation: StoreOperation, verb: String, isChange: Bool) {
        let text = "cannot \(verb) /no/app.plist: permission denied" + (isChange ? "; nothing was changed" : "")
        #expect(PreferenceStoreError.system(operation, path: "/no/app.plist", Self.denied).description == text)
    }

    @Test(
        "a warning says what was found and what was done",
        arguments: [
            (.untrusted(path: path, at: path), "ignored /etc/app.plist: it can be written by others than root"),
            (
                .changesReverted(path: path, keys: ["a", "b"]),
                "/etc/app.plist: another program overwrote 'a', 'b'; the next write of the suite restores them"
            ),
            (
                .foreignWriteKept(path: path, at: "app.plist.conflict-1"),
                "/etc/app.plist: another program wrote at the same time; its version is in app.plist.conflict-1"
            ),
            (
                .attributesLost(path: path, names: ["security.selinux", "trusted.note"]),
                "/etc/app.plist: could not keep the extended attributes 'security.selinux', 'trusted.note'"
            ),
            (
                .notRecorded(path: path, .system(.open, path: "/state", denied)),
                "the change of /etc/app.plist is not in the history: cannot open /state: permission denied"
            ),
            (
                .removedForGood(path: path, hadMarks: false, .system(.open, path: "/state", denied)),
                "removed /etc/app.plist for good: cannot open /state: permission denied"
            ),
        ] as [(SuiteWarning, String)]
    )
    func warning(_ warning: SuiteWarning, text: String) {
        #expect(warning.description == text)
    }
}
