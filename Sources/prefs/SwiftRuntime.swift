import CLinux
import Glibc

// Before main, the runtimes of Swift and C look up three things that the command does not need. In a static link, these
// functions replace those of the runtimes. They are hidden, so that a runtime in a shared library keeps its own.
//
// A function `__wrap_NAME` replaces one that is in the same object file as functions that are needed: Package.swift has
// the linker redirect its calls.

/// Returns the command line for `CommandLine`.
///
/// The function of the runtime reads it from /proc/self/maps, even if nothing uses it, and crashes without /proc.
@c(_swift_stdlib_getUnsafeArgvArgc)
func argumentVector(count: UnsafeMutablePointer<CInt>) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    unsafe count.pointee = processArgumentCount()
    return unsafe processArguments()
}

/// Returns nil in place of the path of a helper program of the runtime: the command includes none.
///
/// The function of the runtime searches nine places for the program that prints a backtrace. The environment variable
/// SWIFT_BACKTRACE can still name that program. Without this function, a `get` takes 7 % longer.
@c(swift_copyAuxiliaryExecutablePath)
func auxiliaryExecutablePath(name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? {
    nil
}

/// Reports that memory is exhausted, and ends the process with the exit code of a failed write.
///
/// The function of the runtime needs memory for its message: it crashes, or prints a stack trace. The name is that of
/// `swift::swift_abortAllocationFailure(size_t, size_t)`.
@c(__wrap__ZN5swift28swift_abortAllocationFailureEmm)
func abortAllocationFailure(size: Int, alignmentMask: Int) {
    let message: StaticString = "prefs: out of memory\n"
    restoreTerminal()
    unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(5)
}

/// Returns 1 for the number of processors; anything else as sysconf(3).
///
/// An initialiser of libdispatch, which Swift's tasks run on, reads this number twice from a file in /sys. The command
/// starts no task. Without this function, a `get` takes 6 % longer.
@c(__wrap_sysconf)
func systemConfiguration(name: CInt) -> Int {
    name == CInt(_SC_NPROCESSORS_CONF) ? 1 : __sysconf(name)
}
