import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../api/api-error.ts'
import { useOpenPack, useSession } from '../api/hooks.ts'
import type { SessionState } from '../contract/session.ts'
import { Palette, PaletteButton } from '../features/search/Finder.tsx'
import { AddressBookProvider } from '../records/addresses/book.tsx'
import { ErrorBanner } from '../records/errors.tsx'
import { useKeys } from '../records/keys.ts'
import { Dialog } from '../ui/dialogs.tsx'
import { useStableCallback } from '../ui/hooks.ts'
import { LazyBoundary, lazyChunk, useFetched } from '../ui/lazy.tsx'
import { AppShell } from '../ui/page.tsx'
import { focusRowStop } from '../ui/row-focus.ts'
import { navigation, type PagePath } from '../url/pages.ts'
import { signInHref } from '../url/sign-in.ts'
import { workIn } from '../work/work.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { groups, openGroups, product } from './navigation.tsx'
import { ReaderMenu } from './ReaderMenu.tsx'
import styles from './Shell.module.css'
import { useAttendance } from './use-attendance.ts'
import { useSignOut } from './use-sign-out.ts'
import { fetchWholeConsole } from './whole-console.ts'
import workerUrl from './worker.ts?worker&url'

workIn(workerUrl)

// Few visits ask for the keys.
const KeyboardHelp = lazy(lazyChunk(() => import('./KeyboardHelp.tsx')))
const AccountSheet = lazy(lazyChunk(() => import('./AccountSheet.tsx')))
const loadBooks = lazyChunk(() => import('../work/BooksRow.tsx'))
const loadTray = lazyChunk(() => import('../work/WorkTray.tsx'))
const loadBar = lazyChunk(() => import('./PackBar.tsx'))
const SessionQuestion = lazy(lazyChunk(() => import('./SessionQuestion.tsx')))

/** On the page where packs are opened: they open without a network too. */
function useReadyToOpen(pathname: string): void {
  const isNear = pathname === verifyPath
  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(() => void fetchWholeConsole(), readyAfter)
    return () => clearTimeout(timer)
  }, [isNear])
}

const verifyPath: PagePath = '/verify'
/** Milliseconds; the page itself comes first. */
const readyAfter = 1000

/** The frame of every page. Without a session it leads to the sign-in page and back, but from the pages that need none. */
export function Shell() {
  const session = useSession()
  const location = useLocation()
  const state = session.data
  // A session that expires takes the rows and leaves the page, whose own banner says so: what waits on it for a session goes on.
  const [entered, setEntered] = useState(false)
  const [keysShown, setKeysShown] = useState(false)
  const [searching, setSearching] = useState(false)
  const [switching, setSwitching] = useState(false)
  const [leavingEverywhere, setLeavingEverywhere] = useState(false)
  const { leave, leaveEverywhere, busy } = useSignOut()
  const attendance = useAttendance(state)
  const navigate = useNavigate()
  const Tray = useFetched(loadTray, entered)
  const Books = useFetched(loadBooks, entered)
  const pack = useOpenPack()
  const Bar = useFetched(loadBar, pack !== null)
  useReadyToOpen(location.pathname)
  const showKeys = useStableCallback(() => setKeysShown(true))
  const switchAccount = useStableCallback(() => setSwitching(true))
  const askEverywhere = useStableCallback(() => setLeavingEverywhere(true))
  useKeys({
    'Mod+k': () => setSearching(entered),
    '?': showKeys,
    // From anywhere on the page to where the reader was; once a row has the focus the table itself moves it.
    j: () => focusRowStop(document),
    k: () => focusRowStop(document),
    ...Object.fromEntries(navigation.map(({ key, path }) => [key, () => void navigate(path)])),
  })
  if (state?.signedIn && !entered) setEntered(true)
  const footerOf = (shown: SessionState | null) => (
    <>
      {shown && Books && !pack && <Books />}
      <ReaderMenu
        state={shown}
        onShowKeys={showKeys}
        onSwitch={switchAccount}
        onLeaveEverywhere={askEverywhere}
      />
    </>
  )
  const page = (
    <CrashBoundary path={location.pathname}>
      <Suspense>
        <Outlet />
      </Suspense>
    </CrashBoundary>
  )
  const isOpen = openGroups.some(({ items }) => items.some(({ to }) => to === location.pathname))
  if (isOpen && !entered && (state ? !state.signedIn : session.isError))
    return (
      <AppShell product={product} groups={openGroups} search={null} footer={footerOf(null)}>
        {page}
      </AppShell>
    )
  if (!state) {
    return session.error instanceof ApiError ? (
      <main className={styles.failed}>
        <ErrorBanner error={session.error} onRetry={() => void session.refetch()} />
      </main>
    ) : null
  }
  if (!state.signedIn && !entered) return <Navigate to={signInHref(location)} replace />
  return (
    <AppShell
      product={product}
      groups={groups}
      search={<PaletteButton onOpen={() => setSearching(true)} />}
      footer={footerOf(state)}
    >
      {pack && Bar && <Bar pack={pack} />}
      <AddressBookProvider>{page}</AddressBookProvider>
      {Tray && <Tray />}
      {searching && (
        <Palette
          frame={{
            onShowKeys: showKeys,
            onSignOut: state.fixedKey ? null : leave,
            onSignOutEverywhere: state.fixedKey ? null : askEverywhere,
          }}
          onClose={() => setSearching(false)}
        />
      )}
      {state.signedIn && attendance.isLeaving && (
        <LazyBoundary>
          <SessionQuestion about="idle" busy={attendance.busy} onStay={attendance.stay} onLeave={leave} />
        </LazyBoundary>
      )}
      {state.signedIn && leavingEverywhere && (
        <LazyBoundary>
          <SessionQuestion
            about={state.person ? 'all of mine' : 'everywhere'}
            busy={busy}
            onStay={() => setLeavingEverywhere(false)}
            onLeave={leaveEverywhere}
          />
        </LazyBoundary>
      )}
      {switching && state.person && (
        <LazyBoundary>
          <AccountSheet person={state.person} onClose={() => setSwitching(false)} />
        </LazyBoundary>
      )}
      {keysShown && (
        <LazyBoundary
          around={(message) => (
            <Dialog label="Keyboard shortcuts" onClose={() => setKeysShown(false)}>
              {message}
            </Dialog>
          )}
        >
          <KeyboardHelp onClose={() => setKeysShown(false)} />
        </LazyBoundary>
      )}
    </AppShell>
  )
}
