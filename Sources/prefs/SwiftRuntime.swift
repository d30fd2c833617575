import CLinux
import Glibc

// Swift's runtime looks for two things before main that the command has no use for: that takes a fifteenth of a `get`, and
// ends the process where there is no /proc. A static link takes these functions for the runtime's and leaves those out, with
// what calls them before main. They are hidden, so that a runtime that is a library keeps its own.

/// The words of the command line, as `CommandLine` asks for them.
///
/// The runtime's own finds them in /proc/self/maps, whether anybody asks or not.
@c(_swift_stdlib_getUnsafeArgvArgc)
func argumentVector(count: UnsafeMutablePointer<CInt>) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe count.pointee = processArgumentCount()
    return unsafe processArguments()
}

/// The path of a program that comes with the runtime, of which none comes with the command.
///
/// The runtime's own looks in nine places for the one that shows a crash. The variable SWIFT_BACKTRACE can name it all the
/// same.
@c(swift_copyAuxiliaryExecutablePath)
func auxiliaryExecutablePath(name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    nil
}

/// Reports that there is no memory, and ends the process with the exit code of a failed write.
///
/// The runtime's own needs memory for its message: it crashes, or prints a stack trace. It shares an object file with
/// functions that are needed, so Package.swift has the linker replace the calls of it (`--wrap`). The name is that of
/// `swift::swift_abortAllocationFailure(size_t, size_t)`.
@c(__wrap__ZN5swift28swift_abortAllocationFailureEmm)
func abortAllocationFailure(size: Int, alignmentMask: Int) {
    let message: StaticString = "prefs: out of memory\n"
    unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(5)
}
