// Times commands alternately and prints the median wall time of each, in microseconds, one on each line.
//
//     turns [-s SECONDS] ROUNDS COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...
//
// Each round runs every command once, so that other work of the machine affects all of them equally. The fork of a
// shell would cost more than the measured commands; posix_spawn of this small program does not. Output goes to
// /dev/null.
//
// No round begins after SECONDS, so slow commands run less often, but at least once. In arguments, the characters {}
// become 00 in one round and 01 in the next. A command can thus set a different value each time.

#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { maximumCommands = 16, maximumMarks = 64, maximumWarmUpRounds = 10 };

extern char **environ;

static const char usage[] = "turns [-s SECONDS] ROUNDS COMMAND [ARGUMENT...] [-- COMMAND [ARGUMENT...]]...";

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "turns: %s: %s\n", what, why);
    exit(1);
}

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/// Runs a command to its end and returns the elapsed time.
static double run(char *const arguments[], const posix_spawn_file_actions_t *actions) {
    pid_t process;
    int status;
    double start = microseconds();
    int error = posix_spawnp(&process, arguments[0], actions, NULL, arguments, environ);
    if (error != 0) fail(arguments[0], strerror(error));
    if (wait4(process, &status, 0, NULL) < 0) fail(arguments[0], "waiting for it failed");
    double elapsed = microseconds() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(arguments[0], "it did not exit with 0");
    return elapsed;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int count, char *words[]) {
    double seconds = INFINITY;
    if (count > 3 && strcmp(words[1], "-s") == 0) {
        seconds = atof(words[2]);
        words += 2;
        count -= 2;
    }
    int rounds = count > 2 ? atoi(words[1]) : 0;
    if (rounds < 1 || seconds <= 0) fail("usage", usage);

    // The arguments are split in place: each "--" ends one command's argument vector, and the next word starts another.
    char **commands[maximumCommands] = {&words[2]};
    int commandCount = 1;
    char *marks[maximumMarks];
    int markCount = 0;
    for (int index = 3; index < count; index++) {
        if (strcmp(words[index], "--") == 0) {
            if (commandCount == maximumCommands) fail("usage", "too many commands");
            words[index] = NULL;
            commands[commandCount++] = &words[index + 1];
        } else {
            for (char *mark = strstr(words[index], "{}"); mark != NULL; mark = strstr(mark + 2, "{}")) {
                if (markCount == maximumMarks) fail("usage", "too many {}");
                marks[markCount++] = mark;
            }
        }
    }

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);

    double *times = malloc(sizeof(double) * rounds * commandCount);
    if (times == NULL) fail("times", "out of memory");
    int warmUpRounds = rounds / 2 < maximumWarmUpRounds ? rounds / 2 : maximumWarmUpRounds;
    double start = microseconds(), end = start + seconds * 1e6, warmUpEnd = start + seconds * 0.2e6;
    int measured = 0;
    for (int round = 0; measured < rounds && (measured == 0 || microseconds() < end); round++) {
        // The first rounds only warm up the caches, in at most a fifth of the time.
        bool isMeasured = round >= warmUpRounds || (round > 0 && microseconds() > warmUpEnd);
        for (int mark = 0; mark < markCount; mark++) memcpy(marks[mark], round % 2 == 0 ? "00" : "01", 2);
        for (int command = 0; command < commandCount; command++) {
            double elapsed = run(commands[command], &actions);
            if (isMeasured) times[command * rounds + measured] = elapsed;
        }
        if (isMeasured) measured++;
    }

    for (int command = 0; command < commandCount; command++) {
        double *own = &times[command * rounds];
        qsort(own, measured, sizeof(double), ascending);
        printf("%.1f\n", (own[(measured - 1) / 2] + own[measured / 2]) / 2);
    }
    return 0;
}
