/// System calls of Linux that Swift's Glibc module does not export.

#ifndef CLINUX_H
#define CLINUX_H

#include <stdio.h>
#include <sys/file.h>
#include <sys/types.h>
#include <sys/xattr.h>

/// renameat2(2), with its flags; declared here because <stdio.h> hides it behind _GNU_SOURCE.
int renameat2(int oldDirectory, const char *oldPath, int newDirectory, const char *newPath, unsigned int flags);

#endif
