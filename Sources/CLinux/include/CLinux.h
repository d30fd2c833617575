/// System calls of Linux that Swift's Glibc module does not export.

#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/fsuid.h>
#include <sys/types.h>
#include <sys/xattr.h>

/// renameat2(2) and its flags, declared here because <stdio.h> hides it behind _GNU_SOURCE.
int renameat2(int oldDirectory, const char *oldPath, int newDirectory, const char *newPath, unsigned int flags);

/// The flags of renameat2(2), by their numbers in <linux/fs.h>.
static const unsigned int renameNoReplace = 1;
static const unsigned int renameExchange = 2;

/// F_OFD_SETLK of fcntl(2): a lock that belongs to the open file description, by its number in <linux/fcntl.h>.
static const int setOpenFileDescriptionLock = 37;

/// O_PATH of open(2), which <fcntl.h> hides behind _GNU_SOURCE: a descriptor that names a file but cannot read it.
static const int openPathOnly = __O_PATH;

/// O_TMPFILE of open(2): a file without a name in a directory, which the system removes with its last descriptor.
static const int unnamedFile = __O_TMPFILE | O_DIRECTORY;

/// openat2(2) of a path without symbolic links; ENOSYS before Linux 5.6.
int openWithoutLinks(int directory, const char *path, int flags);

/// Makes the first bytes of a file those of another, without a copy on the disk: FICLONERANGE of ioctl_ficlonerange(2).
int shareStart(int source, int destination, size_t length);

/// Whether something is mounted at a name in a directory, STATX_ATTR_MOUNT_ROOT of statx(2); false before Linux 5.8.
_Bool isMountPoint(int directory, const char *name);

/// Whether an open file is on a file system of proc(5), fstatfs(2): the text of a link there is not its destination.
_Bool isOnProcessFileSystem(int descriptor);

/// F_SETSIG and F_SETLEASE of fcntl(2), which <fcntl.h> hides behind _GNU_SOURCE, by their numbers in <linux/fcntl.h>.
static const int setNoticeSignal = 10;
static const int setLease = 1024;

/// pidfd_open(2), declared here because <sys/pidfd.h> has types of its own, which Swift distinguishes from Glibc's.
int pidfd_open(pid_t process, unsigned int flags);

/// signalfd(2) for some signals, closed on exec; it takes their numbers for the same reason.
int signalDescriptor(const int *signals, size_t count);

/// sysconf(3), by the name that no linker option redirects.
long __sysconf(int name);

/// The number of arguments on the command line, including the program's name.
///
/// Swift's CommandLine reads /proc/self/maps to find them, at every start, and stops the process if /proc does not
/// exist.
int processArgumentCount(void);

/// An argument of the command line, 0 being the program's name; NULL if it does not exist.
const char *processArgument(int position);

/// All arguments of the command line, followed by NULL.
char **processArguments(void);

/// The environment of the process, environ(7), as posix_spawn(3) passes it on.
char *const *processEnvironment(void);

/// Makes a crash restore a terminal first: it receives some bytes, and then its attributes of now, tcgetattr(3).
///
/// The bytes must live as long as the process. Input and output are two descriptors of the terminal: either can be open
/// for that alone.
void guardTerminal(int input, int output, const char *ending, size_t length);

/// Restores the guarded terminal, once; it may be called from a signal handler, and has no effect without a terminal.
///
/// If nobody reads the terminal, it does without the bytes after 500 ms.
void restoreTerminal(void);

/// Writes to the guarded terminal, write(2), and unblocks some signals meanwhile: one that is not ignored restores the
/// terminal and then ends the process, even if nobody reads the terminal.
ssize_t writeToTerminal(const void *bytes, size_t length, const int *signals, size_t count);

#endif
