/// System calls of Linux that Swift's Glibc module does not export.

#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/types.h>
#include <sys/xattr.h>

/// renameat2(2), with its flags; declared here because <stdio.h> hides it behind _GNU_SOURCE.
int renameat2(int oldDirectory, const char *oldPath, int newDirectory, const char *newPath, unsigned int flags);

/// The flags of renameat2(2), by their numbers in <linux/fs.h>.
static const unsigned int renameNoReplace = 1;
static const unsigned int renameExchange = 2;

/// F_OFD_SETLK of fcntl(2): a lock that belongs to the open file description, by its number in <linux/fcntl.h>.
static const int setOpenFileDescriptionLock = 37;

/// O_PATH of open(2), which <fcntl.h> hides behind _GNU_SOURCE: a descriptor that names a file and cannot read it.
static const int openPathOnly = __O_PATH;

/// O_TMPFILE of open(2): a file in a directory without a name there, which goes with its last descriptor.
static const int unnamedFile = __O_TMPFILE | O_DIRECTORY;

/// openat2(2) of a path on which no symbolic link may stand; ENOSYS before Linux 5.6.
int openWithoutLinks(int directory, const char *path, int flags);

/// Whether an open file is on a file system of proc(5), fstatfs(2): the texts of the links there are not where they lead.
_Bool isOnProcessFileSystem(int descriptor);

/// F_SETSIG and F_SETLEASE of fcntl(2), which <fcntl.h> hides behind _GNU_SOURCE, by their numbers in <linux/fcntl.h>.
static const int setNoticeSignal = 10;
static const int setLease = 1024;

/// pidfd_open(2); declared here because <sys/pidfd.h> brings types of its own that Swift takes for others than Glibc's.
int pidfd_open(pid_t process, unsigned int flags);

/// signalfd(2) for some signals, which does not survive an exec; for the same reason with their numbers.
int signalDescriptor(const int *signals, size_t count);

/// The number of words on the command line, the program's own among them.
///
/// Swift's CommandLine reads /proc/self/maps to find them, at every start, and stops the process where there is no /proc.
int processArgumentCount(void);

/// A word of the command line, the program's own being 0; NULL where there is none.
const char *processArgument(int position);

/// All words of the command line, with NULL behind the last.
char **processArguments(void);

/// The environment of the process, environ(7), as posix_spawn(3) hands it on.
char *const *processEnvironment(void);

#endif
