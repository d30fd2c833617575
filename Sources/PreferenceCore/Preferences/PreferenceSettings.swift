import PreferenceStore
import Synchronization

/// The choices of a program for one instance of ``Preferences``, and for the suites that keys name in its place.
struct PreferenceSettings: Sendable {
    /// The failures that each write has survived when it returns.
    var durability = Durability.disk
    /// The layers above the files, in order of precedence.
    var overrides: [PreferenceOverride] = []
    let problems = ProblemReporter()

    /// The options for a write that has none of its own.
    var changeOptions: ChangeOptions {
        ChangeOptions(lockTimeout: Preferences.lockTimeout, durability: durability)
    }
}

extension Preferences {
    /// The time that a write waits for other writers before it fails: ten seconds, unless the program changes it.
    ///
    /// It applies to every write without ``PreferenceStore/ChangeOptions`` of its own.
    public static var lockTimeout: Duration {
        get { lockTimeoutOfProgram.withLock { $0 } }
        set { lockTimeoutOfProgram.withLock { $0 = newValue } }
    }
}

private let lockTimeoutOfProgram = Mutex(ChangeOptions().lockTimeout)

extension Preferences {
    /// The handler for problems where no error can be thrown: in a subscript, or in `reset`.
    ///
    /// The default handler writes one line to standard error. The handler is called in the accessing thread. The access
    /// then continues with the key's default, or without the write.
    ///
    /// A problem that a handler itself causes, in its own thread or task, is not reported. An instance can have a
    /// handler of its own: ``onProblem-property``.
    public static var onProblem: @Sendable (PreferenceError) -> Void {
        get { ProblemReporter.ofProgram.handlerInEffect }
        set { ProblemReporter.ofProgram.handler = newValue }
    }

    /// The handler for the problems of these preferences; nil, the default, for that of the program,
    /// ``onProblem-type.property``.
    ///
    /// It also applies to the suites that keys name if these preferences are the ``standard`` ones.
    public var onProblem: (@Sendable (PreferenceError) -> Void)? {
        get { settings.problems.handler }
        set { settings.problems.handler = newValue }
    }

    /// Returns the result of a body, or reports its error to the program's handler and returns nil.
    package static func reporting<Value>(_ body: () throws(PreferenceError) -> Value) -> Value? {
        ProblemReporter.ofProgram.reporting(body)
    }
}
