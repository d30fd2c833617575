/* The journal as a model for spin(1): the owners of a file, and its removal, renaming and recreation.
 *
 * There are two names. Three commands of any kind run one after another, since they have the lock, which protocol.pml
 * proves. One may be killed before any of its system calls; the next one settles what it finds, as a reader sees it. A
 * FOREIGN program may remove a file, or create one, at any time.
 */

#define NONE 0
#define other (1 - name)
#define WHEN(condition, action) if :: (condition) -> action :: else fi
#define CALL if :: deaths > 0 -> deaths--; goto dead :: true fi

mtype = { nothing, removal, renaming, recreation };
typedef File { byte inode; bool isSet }  /* its value, which an owner sets */

File file[2], removed;                   /* by name; under the temporary name of a removal */
byte removedName, inodes = 1, deaths = 1;

/* The state is one file, replaced at once and synced; with `saved`, the removed file in the history. */
bool isOwned[2], wasOwned, isIntended; byte intendedName;
mtype operation = nothing; byte operationName, mark;
File record, saved;                      /* the record of the operation has the only copy of a removed file */

/* What is true, and the claims, whose names spin(1) prints. */
bool owned[2], ownedBefore, foreignActed, isTaken;
hidden byte owners_follow_the_file, a_removed_file_is_kept;

inline clear(f) { f.inode = NONE; f.isSet = false }
inline move(to, from) { to.inode = from.inode; to.isSet = from.isSet; clear(from) }
inline create(f) { f.inode = inodes; inodes++ }
inline begin(kind) { operation = kind; operationName = name; mark = file[name].inode }

/* Ends an operation: the owners go where the file went. */
inline end_operation(isMade) {
  if
  :: isMade && operation == removal ->
     move(saved, record); wasOwned = isOwned[operationName]; isOwned[operationName] = false
  :: isMade && operation == renaming ->
     isOwned[1 - operationName] = isOwned[operationName]; isOwned[operationName] = false
  :: isMade && operation == recreation -> isOwned[operationName] = wasOwned; wasOwned = false; clear(saved)
  :: else
  fi;
  operation = nothing; clear(record)
}

/* The files tell what was made. A file that was about to be removed gets its name again, if that is free. */
inline recover_and_settle() {
  if
  :: removed.inode == NONE
  :: removed.inode != NONE && file[removedName].inode == NONE -> move(file[removedName], removed)
  :: removed.inode != NONE && file[removedName].inode != NONE ->
     clear(removed); ownedBefore = owned[removedName]; owned[removedName] = false
  fi;
#if !NO_SETTLEMENT
  if
  :: operation == removal -> end_operation(file[operationName].inode != mark)
  :: operation == renaming ->
     end_operation(file[1 - operationName].inode != NONE
       && (file[operationName].inode == NONE || file[1 - operationName].inode == mark))
  :: operation == recreation -> end_operation(file[operationName].inode != NONE)
  :: operation == nothing
  fi;
  WHEN(isIntended, isOwned[intendedName] = file[intendedName].isSet; isIntended = false)
#endif
}

proctype Command(byte commands) {
  byte name; bool isPossible;
  do
  :: commands == 0 -> goto finished
  :: else ->
     commands--;
     atomic { if :: name = 0 :: name = 1 fi; recover_and_settle() }
     if
     :: file[name].inode != NONE && !file[name].isSet -> goto own
     :: file[name].inode != NONE && saved.inode == NONE && !wasOwned -> goto remove
     :: file[name].inode != NONE && file[other].inode == NONE && !isOwned[other] -> goto rename
     :: file[name].inode == NONE && saved.inode != NONE && !isOwned[name] -> goto recreate
     :: true -> goto done
     fi;

own:  /* apply --owner */
#if !INTENT_AFTER_COMMIT
     atomic { CALL; isIntended = true; intendedName = name }
#endif
     atomic { CALL; WHEN(file[name].inode == NONE, create(file[name])); file[name].isSet = true; owned[name] = true }
#if INTENT_AFTER_COMMIT
     atomic { CALL; isIntended = true; intendedName = name }
#endif
     atomic { CALL; isOwned[name] = true; isIntended = false; goto done }

remove:  /* suites remove */
#if !REMOVAL_WITHOUT_INTENT
     atomic { CALL; WHEN(file[name].inode == NONE, goto done);
       begin(removal); record.inode = mark; record.isSet = file[name].isSet }
#endif
     atomic { CALL; WHEN(file[name].inode == NONE, goto dropped); move(removed, file[name]); removedName = name }
#if MADE_BEFORE_REMOVAL
     atomic { CALL; end_operation(true) }
#endif
     atomic { CALL; clear(removed); ownedBefore = owned[name]; owned[name] = false }
     goto made;

rename:  /* suites rename */
     atomic { CALL; begin(renaming) }
     atomic { CALL; isPossible = file[name].inode != NONE && file[other].inode == NONE; WHEN(!isPossible, goto dropped);
       move(file[other], file[name]); owned[other] = owned[name]; owned[name] = false }
     goto made;

recreate:  /* undo of a removal */
     atomic { CALL; begin(recreation) }
     atomic { CALL; WHEN(file[name].inode != NONE, goto dropped);
       create(file[name]); file[name].isSet = saved.isSet; owned[name] = ownedBefore; ownedBefore = false }

made:
     atomic { CALL; end_operation(true); goto done }
dropped:
     atomic { CALL; end_operation(false) }
done: skip
  od;

dead: skip;
finished: atomic { recover_and_settle() }
  /* What a foreign program did in between may decide what counts as made; it takes no owner to two places. */
  assert(owners_follow_the_file || foreignActed
    || isOwned[0] == owned[0] && isOwned[1] == owned[1] && wasOwned == ownedBefore);
  assert(owners_follow_the_file || isOwned[0] + isOwned[1] + wasOwned <= 1 + (foreignActed -> 1 : 0));
  assert(a_removed_file_is_kept || file[0].inode != NONE || file[1].inode != NONE || saved.inode != NONE || isTaken)
}

proctype Foreign() {
  byte name;
  atomic {
    if :: name = 0 :: name = 1 fi;
    if :: file[name].inode != NONE -> clear(file[name]); isTaken = true :: else -> create(file[name]) fi;
    foreignActed = true
  }
}

init { atomic { create(file[0]); run Command(3); WHEN(FOREIGN, run Foreign()) } }
