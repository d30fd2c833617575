import CLinux
import Glibc

// Before main, Swift's runtime looks up two things that the command does not need. This takes a fifteenth of the time
// of a `get`, and ends the process if /proc is missing. In a static link, these functions replace those of the runtime,
// and the linker omits those and their callers before main. They are hidden, so that a runtime in a shared library
// keeps its own.

/// Returns the command line for `CommandLine`.
///
/// The function of the runtime reads it from /proc/self/maps, even if nothing uses it.
@c(_swift_stdlib_getUnsafeArgvArgc)
func argumentVector(count: UnsafeMutablePointer<CInt>) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe count.pointee = processArgumentCount()
    return unsafe processArguments()
}

/// Returns nil in place of the path of a helper program of the runtime: the command includes none.
///
/// The function of the runtime searches nine places for the program that prints a backtrace. The environment variable
/// SWIFT_BACKTRACE can still name that program.
@c(swift_copyAuxiliaryExecutablePath)
func auxiliaryExecutablePath(name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    nil
}

/// Reports that memory is exhausted, and ends the process with the exit code of a failed write.
///
/// The function of the runtime needs memory for its message: it crashes, or prints a stack trace. It is in the same
/// object file as functions that are needed, so Package.swift has the linker redirect its calls (`--wrap`). The name is
/// that of `swift::swift_abortAllocationFailure(size_t, size_t)`.
@c(__wrap__ZN5swift28swift_abortAllocationFailureEmm)
func abortAllocationFailure(size: Int, alignmentMask: Int) {
    let message: StaticString = "prefs: out of memory\n"
    restoreTerminal()
    unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(5)
}
