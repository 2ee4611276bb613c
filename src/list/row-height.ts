import { useLocation, useNavigate } from 'react-router-dom'
import { changePreferences, usePreferences } from '../records/preferences.ts'
import { useStableCallback } from '../ui/use-stable.ts'
import { linkDensity, withoutDensity } from '../url/link-density.ts'
import type { Density } from '../url/table-look.ts'

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
