#include "CLinux.h"

#include <linux/magic.h>
#include <linux/openat2.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
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

_Bool isOnProcessFileSystem(int descriptor) {
    struct statfs status;
    return fstatfs(descriptor, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}
