import type { ReadWriteLock } from './read-write-lock.ts'

/** Both databases return every value as the text that PostgreSQL writes, so that they cannot differ. */
export type DatabaseRow<Column extends string> = Readonly<Record<Column, string | null>>

export interface Queries {
  query<Column extends string = never>(
    sql: string,
    parameters?: readonly (string | null)[],
  ): Promise<DatabaseRow<Column>[]>
  /** Several statements, together kept or undone. One alone may be one that refuses transactions, if `seconds` is null. */
  script(sql: string): Promise<void>
}

export interface TransactionQueries extends Queries {
  /**
   * Rows in batches of at most `size`, to limit memory. The transaction stays open and the embedded database serves nobody else meanwhile:
   * sum or write the rows, and never hand them to a reader who may be slow.
   */
  pieces<Column extends string = never>(
    sql: string,
    parameters?: readonly (string | null)[],
    size?: number,
  ): AsyncIterable<DatabaseRow<Column>[]>
}

/**
 * Who asks. On PostgreSQL each has connections of its own, so that none waits for another; of what waits for the embedded database, lists
 * are answered first, reports last.
 */
export type Purpose = 'list' | 'sync' | 'report'

export interface WorkOptions {
  /** `list` unless given. */
  readonly purpose?: Purpose
  /** Ends what is asked, with the signal's reason: for a reader who has gone. */
  readonly signal?: AbortSignal | undefined
  /**
   * For each statement, which ends then with the code 57014, and on the embedded database for its turn before; null for as long as it takes.
   * The place's time-out unless given.
   */
  readonly seconds?: number | null
}

export interface TransactionOptions extends WorkOptions {
  /** `read committed` unless given. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
}

/** Keeps no state between two questions, except within a transaction: a pooler may give each of them another session. */
export interface Database extends Queries {
  /**
   * The embedded database only, where a transaction blocks everybody: reading one moment takes several queries, and writers wait for the
   * last. Null where transactions do not block.
   */
  readonly lock: ReadWriteLock | null
  with(options: WorkOptions): Queries
  /**
   * All or nothing. `work` may run up to five times, if the database rolls it back because of another transaction (40001, 40P01), so its
   * other effects must be repeatable. It may wait only for its queries: the embedded database serves nobody else meanwhile.
   */
  transaction<Result>(
    work: (queries: TransactionQueries) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>
  /** All that `work` reads is of one moment. What is said of the `work` of a transaction holds here too. */
  read<Result>(work: (queries: TransactionQueries) => Promise<Result>, options?: WorkOptions): Promise<Result>
  close(): Promise<void>
}

/** `code` is the SQLSTATE or the system's code, where there is one. */
export class DatabaseError extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseError'
    this.code = code
  }
}

/** The database could not answer. Otherwise it did, and refuses the statement: ours to mend, or missing tables or rights. */
export function isUnanswered(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && !refusedStatement.test(error.code ?? '')
}

/** SQLSTATE where it answers others: too many connections, or the embedded database at something else. */
export const busyState = '53300'

/** Classes of SQLSTATE: features, values, constraints, schemas, names, syntax and rights, limits of the program, PL/pgSQL. */
const refusedStatement = /^(0A|2[123]|3F|42|54|P0)[0-9A-Z]{3}$/

/** Such as ENOENT, or an SQLSTATE; undefined where the error has none. */
export function failureCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
