import { useEffect, useState } from 'react'
import { counted } from '../contract/count-text.ts'
import { needsBooks } from '../contract/endpoints.ts'
import { lazyChunk, painted } from '../ui/lazy.tsx'
import { serviceParameters } from '../url/list-view.ts'
import type { ListPage, ListParams } from './list-page.ts'

/** Says how many rows on screen do not match the filter; null if all do, and until that is known. Dates are not checked. */
export function useMisfits<R>(
  { list: { name }, filter, rowsKey }: ListParams,
  { rows, isPlaceholder }: ListPage<R>,
): string | null {
  const [known, setKnown] = useState<{ readonly rowsKey: string; readonly count: number } | null>(null)
  const isChecked =
    !isPlaceholder &&
    rows.length > 0 &&
    !needsBooks(filter) &&
    Object.keys(filter).some((term) => term !== 'start_date' && term !== 'end_date')
  useEffect(() => {
    if (!isChecked) return
    let isLatest = true
    void painted().then(async () => {
      // Without the script nothing is known.
      const script = isLatest && (await load().catch(() => null))
      if (!script) return
      const count = await script.misfitsAmong(rows, name, serviceParameters(filter))
      if (isLatest) setKnown({ rowsKey, count })
    })
    return () => {
      isLatest = false
    }
  }, [isChecked, rows, name, filter, rowsKey])
  // A refresh keeps the previous count until it has its own. Else the note would be announced again.
  const count = isChecked && known?.rowsKey === rowsKey ? known.count : 0
  return count === 0
    ? null
    : `${counted(count, 'of these rows does', 'of these rows do')} not match the filter`
}

const load = lazyChunk(() => import('../files/filter-check.ts'))
