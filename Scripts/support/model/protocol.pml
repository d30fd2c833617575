/* The write protocol as a model for spin(1). `Scripts/model` has its scenarios and mutants.
 *
 * The labels of Writer are the steps of the article The write protocol, from the third on. A suite has two keys: `a`,
 * which the writers of this package count up, and `b`, which a program without a lock counts up. An atomic block is a
 * system call, or what a process does alone: between any two, every other process may go on.
 *
 * A scenario sets WRITERS, with CHANGES of each, and how many of them may be killed (DEATHS). Further: a READER; RULES
 * that take too long while others wait; no file at first (MISSING); a POWER failure; FOREIGN writes of a program without
 * a lock, which replaces the file (BY_RENAME) or may take longer than a change is watched (SLOW); a file system that
 * cannot exchange names (PLAIN_RENAME). What it does not set is 0.
 */

#define NONE 0
#define NOBODY 255
#define FILES 8  /* inodes, from 1 */
#define LOCKS 3
#define TRIES 3  /* a merge has a temporary name of its own */
#define NAMES ((WRITERS + 1) * TRIES)
#define mine temporary[me * TRIES + try]
#define WHEN(condition, action) if :: (condition) -> action :: else fi

typedef File {
  byte a, b, version;                 /* the version stands for size and dates */
  bool isWhole;                       /* not cut, nor half written */
  byte names, users, foreignWriters;  /* users have it open */
  byte diskA, diskB; bool isOnDisk;   /* what a power failure leaves */
  /* The record of the last commit: its `a`, what it replaced; whether another program wrote since, or an hour before. */
  byte known, replacedA, replacedB; bool isDated, isForeign, isWatched
}
typedef Name { byte file, fileOnDisk, new, a, b }  /* its new file, and the contents that this replaces */

File file[FILES + 1];
byte suite = 1, suiteOnDisk = 1;
Name temporary[NAMES];
byte lockName = NONE, holder[LOCKS + 1] = NOBODY, lockUsers[LOCKS + 1], deaths = DEATHS;
bool isOff, isDead[WRITERS + 1], isBetween;  /* a foreign program has read, and not written */

/* What only the claims need: what other programs did, as the article What a change promises says that they can. */
byte attempted, committed, acknowledged, written, ended;
bool isExposed, isReplaced;       /* changes were overwritten; by a file of its own, which has no record */
bool isUnchecked, isOverwritten;  /* between recheck and exchange; a foreign write was lost there */
bool lastWasWatched, foreignEnded;

/* The claims, after the sentences of that article. spin(1) prints the name of the one that fails. */
hidden byte two_writers_lose_no_keys, only_what_you_change, a_reader_sees_old_or_new, one_writer_at_a_time,
  complete_after_a_power_failure, overwritten_only_when_unwatched, merged_key_by_key, the_next_writer_leaves_nothing;

inline open(f, place) { f = place; WHEN(f != NONE, file[f].users++) }
inline close(f) { WHEN(f != NONE, file[f].users--; f = NONE) }
inline open_suite() { open(old, suite); seen = file[old].version; oldA = file[old].a; oldB = file[old].b }

inline create(f) {  /* An inode number is used again once nobody has the file. */
  f = 1;
  do :: file[f].names == 0 && file[f].users == 0 && suiteOnDisk != f -> break :: else -> f++; assert(f <= FILES) od;
  file[f].a = 0; file[f].b = 0; file[f].version = 0; file[f].isWhole = false; file[f].names = 1;
  file[f].diskA = 0; file[f].diskB = 0; file[f].isOnDisk = false; file[f].known = 0; file[f].replacedA = 0;
  file[f].replacedB = 0; file[f].isDated = false; file[f].isForeign = false; file[f].isWatched = false
}

inline unlink(place) {  /* Without a journal, the contents can be gone from the disk before the name is. */
  WHEN(place != NONE, file[place].names--; WHEN(file[place].names == 0, file[place].isOnDisk = false); place = NONE)
}

inline synchronize() {  /* fsync(2) of the directory */
  suiteOnDisk = suite; f = 0;
  do :: f < NAMES -> temporary[f].fileOnDisk = temporary[f].file; f++ :: else -> break od
}

/* Begins a system call, before which the process may be killed. */
#define CALL if :: isOff -> goto dead :: !isOff && deaths > 0 -> deaths--; goto dead :: !isOff fi

/* Whether the suite is the new file of a temporary name: its inode number alone may have been used again. */
#if INODE_ALONE
#define isCommitted(name) (suite == name.new)
#else
#define isCommitted(name) (suite == name.new && file[suite].replacedA == name.a && file[suite].replacedB == name.b)
#endif

proctype Writer(byte me; byte changes) {
  byte ours, old, new, displaced, try, n, f, seen, oldA, oldB, newA, newB;
  bool isStarted, isCounted, isJudged, isContested, isExpected, isRecovering, isVerifying;
  do
  :: changes == 0 -> break
  :: else ->
     isStarted = false; isCounted = false; isJudged = false; isContested = false;

lock:
#if !NO_LOCK
     atomic {
       CALL;
       if
       :: lockName != NONE -> ours = lockName
       :: else ->
          ours = 1; do :: lockUsers[ours] == 0 -> break :: else -> ours++; assert(ours <= LOCKS) od;
          lockName = ours
       fi;
       lockUsers[ours]++
     }
     atomic { holder[ours] == NOBODY || isOff -> CALL; holder[ours] = me }
#if !NO_COMPARISON
     atomic { CALL; WHEN(lockName != ours, holder[ours] = NOBODY; lockUsers[ours]--; ours = NONE; goto lock) }
#endif
#endif

recover:
     n = 0;
#if !NO_RECOVERY
     do
     :: n == NAMES -> break
     :: else ->
        atomic {
          WHEN(temporary[n].file == NONE, n++; goto next);
          assert(one_writer_at_a_time || isDead[n / TRIES]);
          f = temporary[n].file;
          file[f].foreignWriters == 0 || NO_WAIT || isOff -> CALL;  /* It has a moment to finish. */
          isExpected = file[f].isWhole && file[f].a == temporary[n].a && file[f].b == temporary[n].b;
          if
          :: f == temporary[n].new || f == suite -> unlink(temporary[n].file); n++; goto next
          :: f != temporary[n].new && suite == NONE ->  /* Its own name was not on the disk yet. */
             if :: isExpected -> suite = f :: else -> file[f].names-- fi;
             temporary[n].file = NONE; n++; goto next
          :: else -> synchronize()
          fi
        }
        atomic {
          CALL; f = temporary[n].file;
          if
          :: isExpected -> unlink(temporary[n].file); n++; goto next
          :: !isExpected && isCommitted(temporary[n]) && file[f].isWhole && file[suite].known > 0 ->
             /* Another program wrote it: what the killed writer was about to merge. */
             open_suite(); newA = (oldA > file[old].known -> oldA : file[old].known);
             newB = (file[old].isForeign -> oldB : file[f].b); isContested = true; isRecovering = true
          :: else ->  /* Not touched, or kept beside the suite. */
             WHEN(suite == temporary[n].new, temporary[n].file = NONE); n++; goto next
          fi
        }
        goto temporary_file;
next:   skip
     od;
#endif

read: /* A cut file is read again until it is whole. */
     atomic { file[suite].isWhole || suite == NONE || isOff -> CALL; open_suite() }

restore:
     atomic {
       newB = oldB; WHEN(file[old].isForeign || file[old].isWatched, isContested = true);
       if :: STALE_DRAFT && isJudged -> newA-- :: else -> newA = oldA fi;
#if !NO_RESTORATION
       WHEN(file[old].isForeign && !(UNDATED_IS_OLD && !file[old].isDated) && oldA < file[old].known, newA = file[old].known)
#endif
     }

edit:
     atomic { newA++; WHEN(!isStarted, attempted++; isStarted = true) }

check:
     WHEN(RULES && !isJudged, isJudged = true; goto again);

encode: skip;
intend: skip;  /* journal.pml */

temporary_file:
     atomic {
       CALL; assert(try < TRIES); create(new);
       file[new].known = newA; file[new].replacedA = oldA; file[new].replacedB = oldB; file[new].isWatched = isContested;
       mine.file = new; mine.new = new; mine.a = oldA; mine.b = oldB
     }
#if !UNFINISHED
     atomic { CALL; file[new].a = newA; file[new].b = newB; file[new].isWhole = true }
#endif
#if !NO_SYNC_OF_FILE
     atomic { CALL; file[new].diskA = newA; file[new].diskB = newB; file[new].isOnDisk = true }
#endif

recheck:
#if !NO_RECHECK
     atomic {
       CALL;
       if
       :: try == 0 && (suite != old || file[old].version != seen) ->
          unlink(mine.file); isContested = true;
          WHEN(isVerifying, close(old); goto verify);
          WHEN(isRecovering, close(old); isRecovering = false; goto read);
          goto again
       :: else -> isUnchecked = PLAIN_RENAME
       fi
     }
#endif

exchange:
     atomic {
       CALL;
       WHEN(old == NONE && suite != NONE, unlink(mine.file); goto again);  /* Somebody was faster. */
       WHEN(!isCounted && !isRecovering, committed++; isCounted = true);
       open(displaced, suite); suite = new; mine.file = displaced; isUnchecked = false;
#if PLAIN_RENAME || NO_EXCHANGE
       isOverwritten = isOverwritten || PLAIN_RENAME && file[displaced].foreignWriters > 0;
       unlink(mine.file); close(displaced)
#endif
     }
     atomic { CALL; file[new].isDated = true }
#if UNFINISHED
     atomic { CALL; file[new].a = newA; file[new].b = newB; file[new].isWhole = true }
#endif
#if EARLY_UNLINK
     atomic { CALL; unlink(mine.file) }
#endif

merge:
     atomic {
       file[displaced].foreignWriters == 0 || isOff -> CALL;  /* It has a moment to finish. */
#if !NO_MERGE
       WHEN(displaced != NONE && (displaced != old || file[displaced].a != oldA || file[displaced].b != oldB),
         /* Ours for `a`, theirs for `b`: the merged file replaces ours. */
         oldA = newA; oldB = newB; newB = file[displaced].b; isContested = true;
         close(displaced); close(old); open(old, new); try++;
         goto temporary_file);
#endif
       close(displaced); close(old)
     }

sync_the_directory:
#if !NO_SYNC_OF_DIRECTORY
     atomic { CALL; synchronize() }
#endif
     do
     :: atomic { CALL; unlink(mine.file) }
        if :: try == 0 -> break :: else -> try-- fi
     od;
     WHEN(isRecovering, atomic { CALL; isRecovering = false; unlink(temporary[n].file); goto recover });

made: skip;  /* journal.pml */
verify:
     isVerifying = true;
#if !NO_VERIFICATION
     do
     :: !isContested -> break
     :: else ->
        atomic {
          file[suite].isWhole || isOff -> CALL;
          if
          :: file[suite].a < newA -> open_suite(); newB = oldB; goto temporary_file  /* Overwritten: made again. */
          :: else -> WHEN(!isBetween || SLOW, break)
          fi
        }
        !isBetween || !file[suite].isWhole || SLOW || isOff
     od;
#endif
     isVerifying = false;

unlock:
#if UNLOCK_FIRST
     atomic { CALL; holder[ours] = NOBODY }
#endif
     atomic { CALL; lockName = NONE }
     atomic { CALL; holder[ours] = NOBODY; WHEN(ours != NONE, lockUsers[ours]--; ours = NONE) }
     atomic {
       changes--; acknowledged++; lastWasWatched = isContested;
       WHEN(file[suite].a >= committed, isExposed = false; isReplaced = false)
     }
     goto changed;

again:  /* from the lock on */
     atomic { CALL; close(old); lockName = NONE }
     atomic { CALL; holder[ours] = NOBODY; WHEN(ours != NONE, lockUsers[ours]--; ours = NONE) }
     goto lock;

changed: skip
  od;
  atomic { ended++; goto finished }

dead:  /* The system closes its files, and so releases its lock; names stay. */
  atomic {
    close(old); close(displaced); WHEN(ours != NONE, lockUsers[ours]--; WHEN(holder[ours] == me, holder[ours] = NOBODY));
    isDead[me] = true; ended++
  }
finished: skip
}

proctype Kept() {
end: atomic { file[suite].isWhole && file[suite].a < acknowledged && !isExposed -> assert(two_writers_lose_no_keys) }
}

proctype Reader() {
  byte f, least;
  atomic { open(f, suite); least = acknowledged }
  atomic { assert(a_reader_sees_old_or_new || file[f].isWhole && file[f].a >= least && file[f].a <= attempted); close(f) }
}

inline expose(value) {  /* Acknowledged changes are overwritten only if nobody watched, or it took too long. */
  assert(overwritten_only_when_unwatched || value >= acknowledged || SLOW || !lastWasWatched || isReplaced);
  isExposed = isExposed || file[suite].a > value
}

#define note_overwriting isOverwritten = isOverwritten || isUnchecked
proctype Foreign() {  /* It reads the file, and later writes it, as UserDefaults does. */
  byte count, a, f;
  do
  :: count == FOREIGN -> break
  :: else ->
     atomic { file[suite].isWhole -> a = file[suite].a; isBetween = true; count++ }
#if BY_RENAME
     atomic { create(f); file[f].a = a; file[f].b = count; file[f].isWhole = true }
     atomic {
       note_overwriting; expose(a); isReplaced = isReplaced || file[suite].a > a; file[suite].names--; suite = f;
       written = count; isBetween = false
     }
#else
     atomic { note_overwriting; open(f, suite); file[f].foreignWriters++ }
     atomic {
       note_overwriting; WHEN(f == suite, expose(a)); file[f].isWhole = false; file[f].a = 0; file[f].b = 0;
       file[f].isForeign = true; file[f].version++
     }
     atomic {
       note_overwriting; file[f].a = a; file[f].b = count; file[f].isWhole = true;
       file[f].version++; file[f].foreignWriters--; close(f); written = count; isBetween = false
     }
#endif
  od;
  foreignEnded = true
}

inline fail_power() {  /* What was not synced is there or not: names and contents apart. */
  if :: suite = suiteOnDisk :: suite != suiteOnDisk fi;
  for (i : 1 .. FILES) {
    if
    :: file[i].isOnDisk -> file[i].a = file[i].diskA; file[i].b = file[i].diskB; file[i].isWhole = true
    :: !file[i].isOnDisk -> file[i].isWhole = false
    :: !file[i].isOnDisk && file[i].isWhole
    fi;
    file[i].names = (suite == i)
  }
  for (i : 0 .. NAMES - 1) {
    if :: temporary[i].file = temporary[i].fileOnDisk :: temporary[i].file != temporary[i].fileOnDisk fi;
    WHEN(temporary[i].file != NONE, file[temporary[i].file].names++)
  }
  for (i : 0 .. WRITERS - 1) { isDead[i] = true }
  isOff = false
}

init {
  byte i;
  atomic {
    if
    :: MISSING -> suite = NONE; suiteOnDisk = NONE
    :: else -> file[suite].isWhole = true; file[suite].isOnDisk = true; file[suite].names = 1
    fi;
    for (i : 0 .. WRITERS - 1) { run Writer(i, CHANGES) }
    WHEN(READER, run Reader()); WHEN(FOREIGN > 0, run Foreign()); run Kept()
  }
#if POWER
  isOff = true;  /* at any time */
#endif
  ended == WRITERS && (foreignEnded || FOREIGN == 0);
#if POWER
  atomic { fail_power() }
  assert(complete_after_a_power_failure || file[suite].isWhole || suite == NONE && acknowledged == 0);
#endif
  atomic { deaths = 0; run Writer(WRITERS, 1) }  /* the next writer */
  ended == WRITERS + 1;
  assert(two_writers_lose_no_keys || file[suite].a >= acknowledged || isReplaced);
  assert(only_what_you_change || file[suite].a <= attempted);
  assert(merged_key_by_key || file[suite].b == written || isOverwritten);
#if FOREIGN == 0 && !(DEATHS > 0 && POWER)
  for (i : 0 .. NAMES - 1) { assert(the_next_writer_leaves_nothing || temporary[i].file == NONE) }
#endif
}
