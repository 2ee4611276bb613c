import { useLocation, useNavigate } from 'react-router-dom'
import { changePreferences, usePreferences } from '../records/preferences.ts'
import { useStableCallback } from '../ui/use-stable.ts'
import { withQuery } from '../url/list-view.ts'
import { listAt } from '../url/lists.ts'
import { type Density, readDensity } from '../url/table-look.ts'

/**
 * How high rows are here, and the way to choose it everywhere. What a link asks for counts before the reader's own choice, until they make
 * one: the link then says nothing of it any more, or the choice would do nothing to the page that they look at.
 */
export function useRowHeight(): { readonly density: Density; readonly choose: (density: Density) => void } {
  const location = useLocation()
  const navigate = useNavigate()
  const { compact } = usePreferences()
  const choose = useStableCallback((density: Density) => {
    changePreferences({ compact: density === 'compact' })
    // As it is now: another change may be on its way to being drawn.
    const bare = withoutDensity(window.location)
    if (bare !== null) void navigate(bare, { replace: true })
  })
  return { density: linkDensity(location) ?? (compact ? 'compact' : 'regular'), choose }
}

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
