import Glibc
import Testing

/// A change of `etc/app/a` to other text, after which nothing more happens to it.
enum RacingChange: CaseIterable {
    case write, rename, creation, folders, movedFolder, link, folderLink

    /// Makes an empty folder what it is before the change.
    func prepare(_ folder: TemporaryFolder) throws {
        switch self {
        case .folders:
            break
        case .creation:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
        case .write, .rename, .link:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
            try folder.write("old", to: "etc/app/a")
        case .movedFolder, .folderLink:
            try folder.makeFolder("etc")
            try folder.makeFolder("old")
            try folder.write("old", to: "old/a")
            try folder.link("etc/app", to: "../old")
        }
    }

    /// Makes the change.
    func make(_ folder: TemporaryFolder, text: String = "new") throws {
        switch self {
        case .write, .creation:
            try folder.write(text, to: "etc/app/a")
        case .rename:
            try folder.write(text, to: "etc/app/b")
            folder.rename("etc/app/b", to: "etc/app/a")
        case .folders:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
            try folder.write(text, to: "etc/app/a")
        case .movedFolder:
            try folder.makeFolder("new")
            try folder.write(text, to: "new/a")
            folder.rename("old", to: "older")
            folder.rename("new", to: "old")
        case .link:
            try folder.write(text, to: "target")
            try folder.link("link", to: "../../target")
            folder.rename("link", to: "etc/app/a")
        case .folderLink:
            try folder.makeFolder("new")
            try folder.write(text, to: "new/a")
            try folder.link("link", to: "../new")
            folder.rename("link", to: "etc/app")
        }
    }
}

extension TemporaryFolder {
    /// Gives a file or folder another name, over a file that has it, rename(2).
    func rename(_ name: String, to other: String) {
        let outcome = unsafe Glibc.rename(self(name), self(other))
        #expect(outcome == 0, "\(name) to \(other)")
    }
}
