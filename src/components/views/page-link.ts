import { useLocation } from 'react-router-dom'
import { isTablePath, type TablePath } from '../../url/link-density.ts'
import { transactionsView, vaultsView, whitelistsView } from '../../url/pages.ts'
import type { TableCodec } from '../../url/table-view.ts'
import { explicitLook, type OwnTables } from '../list/arrangement.ts'
import { usePreferences } from '../preferences.ts'

/** The absolute address of what is seen, as somebody else would see it too. */
export function usePageLink(): string {
  const location = useLocation()
  const preferences = usePreferences()
  return new URL(pageLink(location, preferences), window.location.href).href
}

/** A page's path and query, with the table's arrangement spelled where it is only this reader's own. */
export function pageLink(
  { pathname, search }: { pathname: string; search: string },
  preferences: OwnTables,
): string {
  const query = isTablePath(pathname) ? tables[pathname](search, preferences) : search.replace(/^\?/, '')
  return query === '' ? pathname : `${pathname}?${query}`
}

const tables: Readonly<Record<TablePath, (search: string, preferences: OwnTables) => string>> = {
  '/transactions': spelledOut(transactionsView),
  '/vaults': spelledOut(vaultsView),
  '/whitelists': spelledOut(whitelistsView),
}

function spelledOut<F extends string, X extends string>(codec: TableCodec<F, X>) {
  return (search: string, preferences: OwnTables): string =>
    codec.serialise(explicitLook(codec, codec.parse(new URLSearchParams(search)), preferences)).toString()
}
