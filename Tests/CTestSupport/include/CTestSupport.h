/// Functions that tests need and that Swift's Glibc module does not export, or does not have.

#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <spawn.h>
#include <stddef.h>
#include <sys/fsuid.h>
#include <sys/types.h>

/// The headers declare these only if _GNU_SOURCE is defined.
int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
/// fork(2), which Swift's Glibc module marks as unavailable.
pid_t fork_process(void);
int posix_openpt(int flags);
int grantpt(int descriptor);
int unlockpt(int descriptor);
int ptsname_r(int descriptor, char *name, size_t size);

/// Returns how many times the thread has called fsync(2).
long count_of_fsync(void);

/// Make posix_spawn(3) wait in all threads, and end the wait.
void pause_starts(void);
void resume_starts(void);

#endif
