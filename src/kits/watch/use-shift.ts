import { useFigure } from '../../api/reports.ts'
import type { ShiftFigures } from '../../contract/shift.ts'
import { usePreferences } from '../../display/preferences.ts'

/** What happened since a moment (ISO 8601), for the page and the bell. Null: since a day ago, or since changes are kept. */
export function useShift(since: string | null, isWanted = true) {
  return useFigure<ShiftFigures>(
    'shift',
    since === null ? '' : `?${new URLSearchParams({ since })}`,
    ({ sections }) => Array.isArray(sections),
    { currency: usePreferences().currency, isWanted },
  )
}
