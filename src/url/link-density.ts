import { withQuery } from './list-view.ts'
import { listAt } from './lists.ts'
import { type Density, readDensity } from './table-look.ts'

/** How high a link asks for rows to be; undefined where it leaves that to its reader. */
export function linkDensity({ pathname, search }: Address): Density | undefined {
  if (!listAt(pathname)) return undefined
  return readDensity(new URLSearchParams(search).get('density') ?? undefined)
}

/** The same address, leaving the height of rows to its reader; null where it does so already. */
export function withoutDensity({ pathname, search }: Address): string | null {
  const query = new URLSearchParams(search)
  if (!listAt(pathname) || !query.has('density')) return null
  query.delete('density')
  return withQuery(pathname, query)
}

interface Address {
  readonly pathname: string
  readonly search: string
}
