// Tells the thread sanitizer about a Swift mutex for which a thread has waited. Load it before the libraries of Swift.
//
// The code that locks a free Mutex, or unlocks one without waiting threads, is compiled into the program. The sanitizer
// sees it: __tsan_atomic32_compare_exchange_val is in the code of each withLock. Everything else is in two functions of
// libswiftSynchronization, which is built without the sanitizer. It would report a race between the work of one thread
// under a lock and that of a thread that waited for the lock. The functions here replace those two, call them, and
// report the lock. A race that no mutex prevents is still found, and no report is suppressed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// _MutexHandle._lockSlow(_:) and ._unlockSlow(), as Swift mangles them.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void LockSlow(uint32_t thread, SELF);
typedef SWIFT void UnlockSlow(SELF);

LockSlow lock_slow __asm__(LOCK_SLOW);
UnlockSlow unlock_slow __asm__(UNLOCK_SLOW);

// From the sanitizer in the program. Other programs that are started meanwhile do not have them.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF) {
    LockSlow *next = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
    next(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slow(SELF) {
    UnlockSlow *next = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
    if (__tsan_release) __tsan_release(mutex);
    next(mutex);
}
