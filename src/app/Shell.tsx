import { lazy, Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../api/api-error.ts'
import { useOpenPack, useSession } from '../api/hooks.ts'
import { Finder, FinderButton } from '../features/search/Finder.tsx'
import { AddressBookProvider } from '../records/addresses/book.tsx'
import { ErrorBanner } from '../records/errors.tsx'
import { useKeys } from '../records/keys.ts'
import { Dialog } from '../ui/dialogs.tsx'
import { LazyBoundary, lazyChunk, useFetched } from '../ui/lazy.tsx'
import { AppShell } from '../ui/page.tsx'
import { focusRowStop } from '../ui/row-focus.ts'
import { navigation } from '../url/pages.ts'
import { signInHref } from '../url/sign-in.ts'
import { workIn } from '../work/work.ts'
import styles from './app.module.css'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { SheetName } from './FrameSheet.tsx'
import { groups, openGroups, product } from './navigation.tsx'
import { ReaderMenu } from './ReaderMenu.tsx'
import { useAttendance, useSignOut } from './use-session.ts'
import { useWholeConsole } from './whole-console.ts'
import workerUrl from './worker.ts?worker&url'

workIn(workerUrl)

// Few visits ask for them.
const FrameSheet = lazy(lazyChunk(() => import('./FrameSheet.tsx')))
const loadBooks = lazyChunk(() => import('../work/BooksRow.tsx'))
const loadTray = lazyChunk(() => import('../work/WorkTray.tsx'))
const loadBar = lazyChunk(() => import('./PackBar.tsx'))

/** The frame of every page. Without a session it leads to the sign-in page and back, except from the pages that need none. */
export function Shell() {
  const session = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const state = session.data
  // A session that expires takes the rows and leaves the page, whose own banner says so: what waits on it for a session goes on.
  const [entered, setEntered] = useState(false)
  const [asked, setAsked] = useState<SheetName | null>(null)
  const ways = useSignOut()
  const attendance = useAttendance(state)
  const Tray = useFetched(loadTray, entered)
  const Books = useFetched(loadBooks, entered)
  const pack = useOpenPack()
  const Bar = useFetched(loadBar, pack !== null)
  useWholeConsole(location.pathname)
  useKeys({
    '?': () => setAsked('keys'),
    // From anywhere on the page to where the reader was; once a row has the focus the table itself moves it.
    j: () => focusRowStop(document),
    k: () => focusRowStop(document),
    ...Object.fromEntries(navigation.map(({ key, path }) => [key, () => void navigate(path)])),
  })
  if (state?.signedIn && !entered) setEntered(true)
  const canLeave = state?.fixedKey === false

  const needsNone = openGroups.some(({ items }) => items.some(({ to }) => to === location.pathname))
  const isGuest = needsNone && !entered && (state ? !state.signedIn : session.isError)
  if (!isGuest && !state)
    return session.error instanceof ApiError ? (
      <main className={styles.message}>
        <ErrorBanner error={session.error} onRetry={() => void session.refetch()} />
      </main>
    ) : null
  if (!isGuest && !state?.signedIn && !entered) return <Navigate to={signInHref(location)} replace />

  const reader = isGuest || !state ? null : state
  const isOver = asked === 'everywhere' && !state?.signedIn
  const sheet = attendance.isLeaving ? 'idle' : isOver ? null : asked
  const closeSheet = () => setAsked(null)
  const page = (
    <CrashBoundary path={location.pathname}>
      <Suspense>
        <Outlet />
      </Suspense>
    </CrashBoundary>
  )
  return (
    <Finder
      frame={
        reader && {
          onShowKeys: () => setAsked('keys'),
          onSignOut: canLeave ? ways.leave : null,
          onSignOutEverywhere: canLeave ? () => setAsked('everywhere') : null,
        }
      }
    >
      <AppShell
        product={product}
        groups={reader ? groups : openGroups}
        search={reader && <FinderButton />}
        footer={
          <>
            {reader && Books && !pack && <Books />}
            <ReaderMenu state={reader} ways={ways} onShow={setAsked} />
          </>
        }
      >
        {reader && pack && Bar && <Bar pack={pack} />}
        {reader ? <AddressBookProvider>{page}</AddressBookProvider> : page}
        {reader && Tray && <Tray />}
        {sheet && (
          <LazyBoundary
            around={(message) => (
              <Dialog label="Not loaded" onClose={closeSheet}>
                {message}
              </Dialog>
            )}
          >
            <FrameSheet
              shown={sheet}
              state={reader}
              ways={ways}
              attendance={attendance}
              onClose={closeSheet}
            />
          </LazyBoundary>
        )}
      </AppShell>
    </Finder>
  )
}
