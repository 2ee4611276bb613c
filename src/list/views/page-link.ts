import { useLocation } from 'react-router-dom'
import { usePreferences } from '../../records/preferences.ts'
import { withQuery } from '../../url/list-view.ts'
import { listAt } from '../../url/lists.ts'
import { explicitLook, type OwnTables } from '../arrangement.ts'

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
  const codec = listAt(pathname)?.codec
  if (!codec) return `${pathname}${search}`
  return withQuery(pathname, codec.serialise(explicitLook(codec, codec.parse(search), preferences)))
}
