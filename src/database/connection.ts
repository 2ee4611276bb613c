import {
  type Database,
  DatabaseError,
  type DatabaseRow,
  type Purpose,
  type Queries,
  type TransactionQueries,
  type WorkOptions,
} from './database.ts'
import type { ReadWriteLock } from './read-write-lock.ts'

export interface Statement {
  readonly sql: string
  /** Null for a script of several statements. */
  readonly parameters: readonly (string | null)[] | null
}

/** What one piece of work has to itself. It is asked one question after the other. */
export interface Connection {
  ask(statement: Statement): Promise<DatabaseRow<string>[]>
  /** Outside of any transaction. The database itself ends the question before `limit` milliseconds, if it can. */
  askAlone(statement: Statement, limit: number | null): Promise<DatabaseRow<string>[]>
  /** Asks the database to end what it was asked, if it can. */
  cancel(): Promise<void>
  /** With an error, the connection is not used again, and what runs in it is ended with it. */
  release(broken?: Error): void
}

/** Waits for no longer than so many milliseconds, and gives up with the signal's reason. */
type Take = (purpose: Purpose, limit: number | null, signal: AbortSignal | undefined) => Promise<Connection>

/** `timeoutSeconds`: for what asks for no other limit. */
export function databaseOver(
  take: Take,
  end: () => Promise<void>,
  timeoutSeconds: number,
  lock: ReadWriteLock | null,
): Database {
  let closing: Promise<void> | undefined
  const begin = async ({ purpose = 'list', signal, seconds = timeoutSeconds }: WorkOptions) => {
    signal?.throwIfAborted()
    const limit = seconds === null ? null : 1000 * seconds
    return new Work(await take(purpose, limit, signal), limit, signal)
  }
  const alone = async (options: WorkOptions, statement: Statement) => {
    const work = await begin(options)
    try {
      return await work.askAlone(statement)
    } finally {
      work.end()
    }
  }
  const transact = async <Result>(
    mode: string,
    mostIdle: number | null,
    run: (queries: TransactionQueries) => Promise<Result>,
    options: WorkOptions,
  ) => {
    const work = await begin(options)
    try {
      await work.ask({ sql: work.beginning(mode, mostIdle), parameters: null })
      const result = await run(work.queries)
      await work.ask({ sql: 'commit', parameters: null })
      work.end()
      return result
    } catch (error) {
      await work.undo()
      throw error
    }
  }
  const queriesWith = (options: WorkOptions) => queriesOver((statement) => alone(options, statement))
  return {
    lock,
    ...queriesWith({}),
    with: queriesWith,
    transaction: (run, { isolation = 'read committed', ...options } = {}) =>
      againWhereUndone(() => transact(`isolation level ${isolation}`, longestIdle, run, options)),
    read: (run, options = {}) =>
      againWhereUndone(() => transact('isolation level repeatable read read only', null, run, options)),
    close() {
      closing ??= end()
      return closing
    },
  }
}

function queriesOver(ask: (statement: Statement) => Promise<DatabaseRow<string>[]>): Queries {
  return {
    async query<Column extends string>(sql: string, parameters: readonly (string | null)[] = []) {
      const rows: DatabaseRow<Column>[] = await ask({ sql, parameters })
      return rows
    },
    async script(sql) {
      await ask({ sql, parameters: null })
    },
  }
}

const mostAttempts = 5

/** Serialization failure and deadlock: of those, PostgreSQL says that the same again may succeed. */
const undone = ['40001', '40P01']

async function againWhereUndone<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt()
    } catch (error) {
      const isUndone = error instanceof DatabaseError && undone.includes(error.code ?? '')
      if (!isUndone || attempts === mostAttempts) throw error
    }
}

/** How long a question that is past its limit may take to end, before its connection is given up. */
const graceMilliseconds = 1000

/** Milliseconds between two statements of a transaction that has locks. It waits for nothing else. As long as the lease of an account lasts. */
const longestIdle = 30_000

/** A rollback takes no time, but a program that is busy hears of it late. */
const rollbackMilliseconds = 10_000

/** A connection in use. Whoever asks waits no longer than the limit, and no longer than the signal lets him. */
class Work {
  readonly #connection: Connection
  readonly #limit: number | null
  readonly #signal: AbortSignal | undefined
  #lastCursor = 0
  /** Of a question that was left: whether its connection can be used again. */
  #left: Promise<Error | undefined> | undefined

  constructor(connection: Connection, limit: number | null, signal: AbortSignal | undefined) {
    this.#connection = connection
    this.#limit = limit
    this.#signal = signal
  }

  readonly queries: TransactionQueries = {
    ...queriesOver((statement) => this.ask(statement)),
    pieces: (sql, parameters, size) => this.#pieces(sql, parameters, size),
  }

  ask(statement: Statement): Promise<DatabaseRow<string>[]> {
    return this.#wait(() => this.#connection.ask(statement))
  }

  askAlone(statement: Statement): Promise<DatabaseRow<string>[]> {
    return this.#wait(() => this.#connection.askAlone(statement, this.#limit))
  }

  /** Set for the transaction alone, since the connection may be another's next. A program that hangs in the middle lets go of its locks, too. */
  beginning(mode: string, mostIdle: number | null): string {
    const limit = serverLimit(this.#limit)
    const idle = mostIdle === null ? limit : Math.min(limit || mostIdle, mostIdle)
    return `begin ${mode}; set local statement_timeout = ${limit}; set local idle_in_transaction_session_timeout = ${idle}`
  }

  end(): void {
    if (this.#left === undefined) this.#connection.release()
    else this.#left.then((broken) => this.#connection.release(broken))
  }

  /** Waits for the rollback, unless it has to wait for a question that was left. */
  async undo(): Promise<void> {
    if (this.#left === undefined) this.#connection.release(await this.#rollback())
    else this.#left.then(async (broken) => this.#connection.release(broken ?? (await this.#rollback())))
  }

  /** Returns why the connection cannot be used again, if so. */
  async #rollback(): Promise<Error | undefined> {
    const done = this.#connection.ask({ sql: 'rollback', parameters: null }).then(
      () => undefined,
      (error: Error) => error,
    )
    return within(rollbackMilliseconds, done)
  }

  #wait(send: () => Promise<DatabaseRow<string>[]>): Promise<DatabaseRow<string>[]> {
    const limit = this.#limit
    const signal = this.#signal
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (this.#left !== undefined) return reject(new DatabaseError('The transaction has been given up.'))
      const answer = send()
      const leave = (reason: unknown, patience: number | null) => {
        reject(reason)
        this.#left ??= within(patience, this.#endOf(answer))
      }
      const onAbort = () => leave(signal?.reason, limit)
      const onLimit = () => leave(tooLong(), graceMilliseconds)
      signal?.addEventListener('abort', onAbort)
      const timer = limit === null ? undefined : setTimeout(onLimit, limit)
      answer.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      })
    })
  }

  /** Again and again: a request may overtake the question that it is to end. */
  async #endOf(answer: Promise<unknown>): Promise<undefined> {
    let isAnswered = false
    const noted = () => {
      isAnswered = true
      return undefined
    }
    const answered = answer.then(noted, noted)
    while (!isAnswered) {
      // Awaited: a late request would end what is asked next.
      await this.#connection.cancel()
      await within(graceMilliseconds, answered)
    }
  }

  async *#pieces<Column extends string>(
    sql: string,
    parameters: readonly (string | null)[] = [],
    size = 1000,
  ): AsyncGenerator<DatabaseRow<Column>[]> {
    this.#lastCursor += 1
    const cursor = `pieces_${this.#lastCursor}`
    await this.ask({ sql: `declare ${cursor} no scroll cursor for ${sql}`, parameters })
    for (;;) {
      const rows: DatabaseRow<Column>[] = await this.ask({
        sql: `fetch ${size} from ${cursor}`,
        parameters: null,
      })
      if (rows.length > 0) yield rows
      // The cursor goes with the transaction.
      if (rows.length < size) return
    }
  }
}

function tooLong(): DatabaseError {
  return new DatabaseError('The database took longer than it was given.', '57014')
}

/** The error where `work` takes longer than so many milliseconds; null for as long as it takes. */
async function within(patience: number | null, work: Promise<Error | undefined>): Promise<Error | undefined> {
  if (patience === null) return await work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(tooLong()), patience)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What the database is told, in milliseconds; 0 for none. A little less, so that it ends a question before its asker gives it up. */
export function serverLimit(limit: number | null): number {
  return limit === null ? 0 : Math.ceil(limit * 0.95)
}
