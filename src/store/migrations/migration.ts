/**
 * Each can run again from its beginning, whatever a program that was killed left of it. They add, and take away only what no older copy that
 * may still run uses. `ordered`: the type of texts that are sorted.
 */
export type Migration = (ordered: string) => readonly (string | OptionalStatement)[]

/** Where the database refuses it, it goes without. */
export interface OptionalStatement {
  readonly optional: string
}
