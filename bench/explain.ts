/** The plans of what a benchmark asked. */
import type { Database, Queries } from '../src/database/database.ts'
import { print } from './product.ts'

type Asked = Map<string, readonly (string | null)[]>

/** Keeps in `asked` what is asked. */
export function recorded(queries: Queries, asked: Asked): Queries {
  return {
    ...queries,
    query(sql, parameters = []) {
      asked.set(sql, parameters)
      return queries.query(sql, parameters)
    },
  }
}

export async function explain(database: Database, asked: Asked): Promise<void> {
  for (const [sql, parameters] of asked) {
    const plan = await database.query<'QUERY PLAN'>(`explain (analyze, buffers) ${sql}`, parameters)
    for (const line of plan) print(`    ${line['QUERY PLAN']}`)
  }
}
