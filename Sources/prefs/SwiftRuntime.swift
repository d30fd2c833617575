import CLinux

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
