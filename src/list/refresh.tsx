/** The one button of the frame that reads again what the page shows. */
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useOpenPack } from '../api/hooks.ts'
import { useKeyHint, useKeys } from '../records/keys.ts'
import { IconButton } from '../ui/buttons.tsx'
import { useLasting, useStableCallback } from '../ui/hooks.ts'
import layout from '../ui/layout.module.css'
import { useBooks, useReading } from '../work/work.ts'

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

/** Reads the page again, and what is new in the records where these are read. */
export function RefreshButton() {
  const page = use(PageShown)
  const { books } = useBooks()
  const { read, isUnderWay } = useReading()
  const isOfPack = useOpenPack() !== null
  const readOn = () => {
    read()
    page?.refresh()
  }
  const refresh = books === null || isOfPack ? page?.refresh : readOn
  useKeys({ r: () => refresh?.() })
  const shortcut = useKeyHint()('r')
  return (
    <RefreshIcon
      onRefresh={refresh}
      isUnderWay={page ? page.isUnderWay : books !== null && isUnderWay}
      shortcut={shortcut}
    />
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
  const isTurning = useLasting(isUnderWay)
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
