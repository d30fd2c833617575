#include "CTestSupport.h"
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
