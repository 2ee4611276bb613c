/** One row. Both databases hand over every value as PostgreSQL writes it, as text, so that they cannot differ. */
export type Row<Column extends string> = Readonly<Record<Column, string | null>>

/** Asks questions in SQL. Parameters are text too: a query casts them where it needs another type. */
export interface Queries {
  query<Column extends string = never>(
    sql: string,
    parameters?: readonly (string | null)[],
  ): Promise<Row<Column>[]>
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>
}

/** A database that speaks PostgreSQL's SQL. */
export interface Database extends Queries {
  /** Everything that `work` asks happens whole, or (when it throws) not at all. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** A failure that the database reported. `code` is its SQLSTATE, where it has one. */
export class DatabaseError extends Error {
  readonly code: string | undefined

  constructor(message: string, code?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseError'
    this.code = code
  }
}
