/** The one button of the frame that reads again what the page shows. */
import { useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { readNow, useRevision } from '../api/revision.ts'
import { ApiError } from '../contract/api-error.ts'
import { useKeyHint, useKeys } from '../display/keys.ts'
import { IconButton } from '../ui/buttons.tsx'
import { useDelayedTrue, useStableCallback } from '../ui/hooks.ts'
import layout from '../ui/layout.module.css'

interface PageRefresh {
  readonly refresh: () => void
  readonly isUnderWay: boolean
}

const PageShown = createContext<PageRefresh | null>(null)
const ShowPage = createContext<(page: PageRefresh | null) => void>(() => undefined)

export function RefreshProvider({ children }: { children: ReactNode }) {
  const [page, setPage] = useState<PageRefresh | null>(null)
  return (
    <ShowPage value={setPage}>
      <PageShown value={page}>{children}</PageShown>
    </ShowPage>
  )
}

export function usePageRefresh(onRefresh: () => void, isUnderWay: boolean): void {
  const show = use(ShowPage)
  const refresh = useStableCallback(onRefresh)
  useEffect(() => show({ refresh, isUnderWay }), [show, refresh, isUnderWay])
  useEffect(() => () => show(null), [show])
}

/** Reads what is new, then the page again. */
export function RefreshButton() {
  const page = use(PageShown)
  const client = useQueryClient()
  const isKept = useRevision()?.not_kept === null
  const [isReading, setReading] = useState(false)
  const refresh = async () => {
    setReading(true)
    try {
      if (isKept) await readNow(client)
    } catch (error) {
      // The page says why, if it cannot be read either.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setReading(false)
    }
    if (page) page.refresh()
    else void client.refetchQueries({ queryKey: ['records'], type: 'active' })
  }
  const press = useStableCallback(() => !isReading && void refresh())
  useKeys({ r: press })
  const shortcut = useKeyHint()('r')
  return (
    <RefreshIcon onRefresh={press} isUnderWay={isReading || page?.isUnderWay === true} shortcut={shortcut} />
  )
}

/** Its look, which the build draws too. */
export function RefreshIcon({
  onRefresh,
  isUnderWay = false,
  shortcut,
}: {
  onRefresh?: (() => void) | undefined
  isUnderWay?: boolean
  shortcut?: string | undefined
}) {
  // A short refresh shows no animation, which would have the page painted in layers.
  const isTurning = useDelayedTrue(isUnderWay)
  return (
    <IconButton
      label="Refresh"
      className={layout.end}
      aria-keyshortcuts={shortcut}
      aria-busy={isUnderWay || undefined}
      aria-disabled={onRefresh === undefined || undefined}
      onClick={onRefresh}
    >
      <RefreshCw aria-hidden className={isTurning ? layout.turning : undefined} />
    </IconButton>
  )
}
