// Runs a command and prints its peak memory, in bytes. Its output goes to /dev/null.
//
//     peak COMMAND [ARGUMENT...]
//
// The kernel also counts the memory that a process had before it became the command. posix_spawn of this small program
// adds nothing measurable; fork in a shell would.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static int fail(const char *what, const char *why) {
    fprintf(stderr, "peak: %s: %s\n", what, why);
    return 1;
}

int main(int count, char *words[]) {
    if (count < 2) return fail("usage", "peak COMMAND [ARGUMENT...]");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t process;
    int error = posix_spawnp(&process, words[1], &actions, NULL, &words[1], environ);
    if (error != 0) return fail(words[1], strerror(error));
    int status;
    struct rusage usage;
    if (wait4(process, &status, 0, &usage) < 0) return fail(words[1], "waiting for it failed");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return fail(words[1], "it did not exit with 0");
    printf("%ld\n", usage.ru_maxrss * 1024);
    return 0;
}
