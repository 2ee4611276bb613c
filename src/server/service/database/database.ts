import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

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

/** Where the data is: a PostgreSQL server, or a directory of this machine. */
export type DatabasePlace = { readonly databaseUrl: string } | { readonly dataDir: string }

/** Opens a database. Throws an error that says what is wrong with the place. */
export function openDatabase(place: DatabasePlace): Promise<Database> {
  return 'databaseUrl' in place ? openPostgres(place.databaseUrl) : openPglite(place.dataDir)
}
