// Times commands in turns and prints the median wall time of each, in microseconds, a line a command.
//
//     turns ROUNDS COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...
//
// In a round every command runs once, so that whatever else the machine does falls on all of them alike. A shell's
// fork would cost more than what is measured: posix_spawn of this small program does not. Output goes to /dev/null.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { maximumCommands = 16, maximumWarmUpRounds = 10 };

extern char **environ;

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "turns: %s: %s\n", what, why);
    exit(1);
}

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/// Runs a command to its end and returns how long that took.
static double run(char *const arguments[], const posix_spawn_file_actions_t *actions) {
    pid_t process;
    int status;
    double start = microseconds();
    int error = posix_spawnp(&process, arguments[0], actions, NULL, arguments, environ);
    if (error != 0) fail(arguments[0], strerror(error));
    if (wait4(process, &status, 0, NULL) < 0) fail(arguments[0], "the wait for it failed");
    double elapsed = microseconds() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(arguments[0], "it did not exit with 0");
    return elapsed;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int count, char *words[]) {
    int rounds = count > 2 ? atoi(words[1]) : 0;
    if (rounds < 1) fail("usage", "turns ROUNDS COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...");

    // The words are cut in place: each "--" ends one command's argument vector, and the next word starts another.
    char **commands[maximumCommands] = {&words[2]};
    int commandCount = 1;
    for (int index = 3; index < count; index++) {
        if (strcmp(words[index], "--") != 0) continue;
        if (commandCount == maximumCommands) fail("usage", "too many commands");
        words[index] = NULL;
        commands[commandCount++] = &words[index + 1];
    }

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);

    double *times = malloc(sizeof(double) * rounds * commandCount);
    if (times == NULL) fail("times", "out of memory");
    int warmUpRounds = rounds / 2 < maximumWarmUpRounds ? rounds / 2 : maximumWarmUpRounds;
    for (int round = -warmUpRounds; round < rounds; round++) {
        for (int command = 0; command < commandCount; command++) {
            double elapsed = run(commands[command], &actions);
            if (round >= 0) times[command * rounds + round] = elapsed;
        }
    }

    for (int command = 0; command < commandCount; command++) {
        double *own = &times[command * rounds];
        qsort(own, rounds, sizeof(double), ascending);
        printf("%.1f\n", (own[(rounds - 1) / 2] + own[rounds / 2]) / 2);
    }
    return 0;
}
