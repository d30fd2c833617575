internal import CTestSupport
internal import Glibc

/// A write to a program that has closed its input is an error here, not the end of the tests.
private let brokenPipesAreErrors: Void = {
    signal(SIGPIPE, SIG_IGN)
}()

/// Starts the program with posix_spawn(3) and gives its process.
func spawn(_ program: Subprocess, _ channels: SubprocessChannels) throws(SystemCallError) -> pid_t {
    brokenPipesAreErrors
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.inputReadEnd.number, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.outputWriteEnd.number, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.errorWriteEnd.number, STDERR_FILENO)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    if let folder = program.workingFolder {
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process = pid_t()
    let failure = unsafe withCStrings([program.executable] + program.arguments) { arguments in
        unsafe withCStrings(program.environment.map { "\($0.key)=\($0.value)" }.sorted()) { environment in
            withoutStartingPrograms {
                unsafe posix_spawn(&process, program.executable, &actions, &attributes, arguments, environment)
            }
        }
    }
    guard failure == 0 else { throw SystemCallError("posix_spawn", program.executable, number: failure) }
    return process
}

/// How the process ended; nil when it has not and the call does not wait.
func reap(_ process: pid_t, waiting: Bool) throws(SystemCallError) -> SubprocessOutcome.Ending? {
    var status: Int32 = 0
    while true {
        let reaped = unsafe waitpid(process, &status, waiting ? 0 : WNOHANG)
        if reaped == 0 { return nil }
        if reaped == process { break }
        guard errno == EINTR else { throw SystemCallError("waitpid") }
    }
    let signalNumber = status & 0x7F
    return signalNumber == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signalNumber)
}

/// Lends the strings as a C array that ends with a null pointer.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe (copies + [nil]).withUnsafeBufferPointer { buffer in
        // The array ends with nil, so it is not empty and has an address.
        unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
}
