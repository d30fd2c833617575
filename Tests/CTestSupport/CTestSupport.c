#define _GNU_SOURCE
#include "CTestSupport.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t fork_process(void) {
    return fork();
}

static _Thread_local long calls_of_fsync;

// The linker prefers this function to that of the C library.
int fsync(int descriptor) {
    calls_of_fsync += 1;
    return (int)syscall(SYS_fsync, descriptor);
}

long count_of_fsync(void) {
    return calls_of_fsync;
}

// Swift's pool has as many threads as libdispatch is told here that there are processors. Most tests wait for a process,
// a lock or a file meanwhile, and would leave the processors idle.
long sysconf(int name) {
    long value = ((long (*)(int))dlsym(RTLD_NEXT, "sysconf"))(name);
    return value > 0 && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) ? 4 * value : value;
}

static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

void pause_starts(void) {
    pthread_mutex_lock(&starting);
}

void resume_starts(void) {
    pthread_mutex_unlock(&starting);
}

typedef int (*Start)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                     char *const[], char *const[]);

// Swift Testing starts exit tests by this function.
int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
    pause_starts();
    int failure = ((Start)dlsym(RTLD_NEXT, "posix_spawn"))(process, path, actions, attributes, arguments, environment);
    resume_starts();
    return failure;
}
