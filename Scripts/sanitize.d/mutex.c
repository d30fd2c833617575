// Tells the thread sanitizer of a Swift mutex that was waited for; to be loaded before the libraries of Swift.
//
// What takes a free Mutex, and gives up one that nobody waits for, is compiled into the program, where the sanitizer sees
// it: __tsan_atomic32_compare_exchange_val stands in the code of each withLock. All else is two functions of
// libswiftSynchronization, which is built without the sanitizer: what one thread has done under a lock would be reported as
// a race with what the thread that waited for it does there. The functions here stand before those two, and tell of the
// lock. A race that no mutex prevents is found as before, and nothing is left out of the reports.

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

// Of the sanitizer in the program; other programs that are started meanwhile have none.
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
