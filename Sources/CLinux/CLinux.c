#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

static int argumentCount = 0;
static char **arguments = NULL;

/// The dynamic loader and glibc's start code also pass the arguments of main to constructors.
__attribute__((constructor)) static void keepArguments(int count, char **vector) {
    argumentCount = count;
    arguments = vector;
}

int processArgumentCount(void) {
    return argumentCount;
}

const char *processArgument(int position) {
    return position >= 0 && position < argumentCount ? arguments[position] : NULL;
}

char **processArguments(void) {
    return arguments;
}

char *const *processEnvironment(void) {
    return environ;
}

int signalDescriptor(const int *signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t index = 0; index < count; index += 1) {
        sigaddset(&set, signals[index]);
    }
    return signalfd(-1, &set, SFD_CLOEXEC);
}

int openWithoutLinks(int directory, const char *path, int flags) {
    struct open_how how = {.flags = (unsigned int)flags, .resolve = RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int shareStart(int source, int destination, size_t length) {
    struct file_clone_range range = {.src_fd = source, .src_length = length};
    return ioctl(destination, FICLONERANGE, &range);
}

_Bool isOnProcessFileSystem(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

_Bool isMountPoint(int directory, const char *name) {
    struct statx status;
    return syscall(SYS_statx, directory, name, AT_SYMLINK_NOFOLLOW, 0, &status) == 0
        && status.stx_attributes & STATX_ATTR_MOUNT_ROOT;
}

static volatile sig_atomic_t isTerminalGuarded = 0;
static int guardedInput;
static int guardedOutput;
static struct termios guardedAttributes;
static const char *guardedEnding;
static size_t guardedEndingLength;

void restoreTerminal(void) {
    if (!isTerminalGuarded) {
        return;
    }
    isTerminalGuarded = 0;
    // If nobody reads the terminal, a write waits for ever, and so does TCSAFLUSH for what was written.
    struct pollfd room = {.fd = guardedOutput, .events = POLLOUT};
    poll(&room, 1, 500);
    int flags = fcntl(guardedOutput, F_GETFL);
    fcntl(guardedOutput, F_SETFL, flags | O_NONBLOCK);
    ssize_t written = write(guardedOutput, guardedEnding, guardedEndingLength);
    (void)written;
    fcntl(guardedOutput, F_SETFL, flags);
    tcflush(guardedInput, TCIFLUSH);
    tcsetattr(guardedInput, TCSANOW, &guardedAttributes);
}

/// The handler is reset before it runs, so the signal ends the process now.
static void restoreTerminalAndEnd(int signal) {
    restoreTerminal();
    raise(signal);
}

ssize_t writeToTerminal(const void *bytes, size_t length, const int *signals, size_t count) {
    const struct sigaction ending = {.sa_handler = restoreTerminalAndEnd, .sa_flags = SA_RESETHAND};
    struct sigaction actions[NSIG];
    sigset_t unblocked, previous;
    sigemptyset(&unblocked);
    for (size_t index = 0; index < count; index += 1) {
        sigaction(signals[index], NULL, &actions[index]);
        if (actions[index].sa_handler != SIG_IGN) {
            sigaction(signals[index], &ending, NULL);
        }
        sigaddset(&unblocked, signals[index]);
    }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, &previous);
    ssize_t written = write(guardedOutput, bytes, length);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    for (size_t index = 0; index < count; index += 1) {
        sigaction(signals[index], &actions[index], NULL);
    }
    errno = error;
    return written;
}

void guardTerminal(int input, int output, const char *ending, size_t length) {
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    // A stack that has overflowed has no room for the handler.
    static char stackOfHandler[32768];
    const stack_t stack = {.ss_sp = stackOfHandler, .ss_size = sizeof stackOfHandler};
    if (tcgetattr(input, &guardedAttributes) != 0) {
        return;
    }
    guardedInput = input;
    guardedOutput = output;
    guardedEnding = ending;
    guardedEndingLength = length;
    isTerminalGuarded = 1;
    sigaltstack(&stack, NULL);
    for (size_t index = 0; index < sizeof crashes / sizeof *crashes; index += 1) {
        struct sigaction action = {.sa_handler = restoreTerminalAndEnd, .sa_flags = SA_RESETHAND | SA_ONSTACK};
        sigaction(crashes[index], &action, NULL);
    }
}
