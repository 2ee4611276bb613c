/** Of rows of `staged`, where it stands under its own name. */
export const ofLastPass = 'staged.pass = (select max(pass) from custody_store.staged where account = $1)'

/** Null if nothing is staged. */
export const knownToLastPass = `(select min(known) from custody_store.staged where account = $1 and ${ofLastPass})`

/** A row of `transaction`, under the name of `kept`, and what is staged of it. */
export const keptIsStaged =
  'kept.account = $1 and staged.account = $1 and kept.id = staged.id and kept.occurrence = staged.occurrence'
