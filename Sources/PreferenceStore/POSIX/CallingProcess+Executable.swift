import Glibc

extension CallingProcess {
    /// The path of the program that the process runs, proc(5); nil where the system does not tell.
    ///
    /// It is the real program, whatever link or name it was started by: `UserDefaults.standard` names its file after it.
    static var executablePath: String? {
        guard let process = try? FileDescriptor.open("/proc/self", O_RDONLY | O_DIRECTORY),
            let link = try? process.destination(ofLink: "exe")
        else { return nil }
        return executablePath(ofLink: link) { path in (try? process.status(of: path)) != nil }
    }

    /// The path of a program by the link `/proc/self/exe`, where the kernel marks a file that is there no more.
    ///
    /// A program keeps its name when it is replaced while it runs, by an update above all.
    static func executablePath(ofLink link: String, isThere: (String) -> Bool) -> String {
        let mark = " (deleted)"
        return link.hasSuffix(mark) && !isThere(link) ? String(link.dropLast(mark.count)) : link
    }
}
