import { type Density, readDensity } from './table-look.ts'

/** The pages with a table that its reader arranges, by their paths. */
const tablePaths = ['/transactions', '/vaults', '/whitelists'] as const

/** The path of a page with a table that its reader arranges. */
export type TablePath = (typeof tablePaths)[number]

/** Whether the page at this path has such a table. */
export function isTablePath(pathname: string): pathname is TablePath {
  return tablePaths.some((path) => path === pathname)
}

/** How high a link asks for rows to be; undefined where it leaves that to its reader. */
export function linkDensity({ pathname, search }: Address): Density | undefined {
  if (!isTablePath(pathname)) return undefined
  return readDensity(new URLSearchParams(search).get('density') ?? undefined)
}

/** The same address, leaving the height of rows to its reader; null where it does so already. */
export function withoutDensity({ pathname, search }: Address): string | null {
  const query = new URLSearchParams(search)
  if (!isTablePath(pathname) || !query.has('density')) return null
  query.delete('density')
  const rest = query.toString()
  return rest === '' ? pathname : `${pathname}?${rest}`
}

interface Address {
  readonly pathname: string
  readonly search: string
}
