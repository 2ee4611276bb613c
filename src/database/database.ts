/** Both databases return every value as the text that PostgreSQL writes, so that they cannot differ. */
export type DatabaseRow<Column extends string> = Readonly<Record<Column, string | null>>

export interface Queries {
  query<Column extends string = never>(
    sql: string,
    parameters?: readonly (string | null)[],
  ): Promise<DatabaseRow<Column>[]>
  script(sql: string): Promise<void>
}

export interface Database extends Queries {
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** `code` is the SQLSTATE, where there is one. */
export class DatabaseError extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseError'
    this.code = code
  }
}

/** Such as ENOENT, or an SQLSTATE; undefined where the error has none. */
export function failureCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export interface Connection {
  /** `parameters` is null for a script of several statements. */
  ask(sql: string, parameters: readonly (string | null)[] | null): Promise<unknown>
  /** With an error, the connection is not used again. */
  release(broken?: Error): void
}

export type ConnectionUse = 'query' | 'script' | 'transaction'

export function databaseOver(
  take: (use: ConnectionUse) => Promise<Connection>,
  end: () => Promise<void>,
): Database {
  let closing: Promise<void> | undefined
  const once = async <Result>(use: ConnectionUse, work: (queries: Queries) => Promise<Result>) => {
    const connection = await take(use)
    try {
      return await work(queriesOn(connection))
    } finally {
      connection.release()
    }
  }
  return {
    query: (sql, parameters) => once('query', (queries) => queries.query(sql, parameters)),
    script: (sql) => once('script', (queries) => queries.script(sql)),
    async transaction(work) {
      const connection = await take('transaction')
      const queries = queriesOn(connection)
      let broken: Error | undefined
      try {
        await queries.script('begin')
        const result = await work(queries)
        await queries.script('commit')
        return result
      } catch (error) {
        // The first error is more useful than a failed rollback.
        await queries.script('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        connection.release(broken)
      }
    },
    close() {
      closing ??= end()
      return closing
    },
  }
}

function queriesOn(connection: Connection): Queries {
  return {
    async query<Column extends string>(sql: string, parameters: readonly (string | null)[] = []) {
      // No type can check which columns a query selects.
      return (await connection.ask(sql, parameters)) as DatabaseRow<Column>[]
    },
    async script(sql) {
      await connection.ask(sql, null)
    },
  }
}
