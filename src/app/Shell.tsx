import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom'
import { useSums } from '../api/records.ts'
import { useRevision } from '../api/revision.ts'
import { useOpenPack, useReader, useSession } from '../api/session.ts'
import { openStatuses } from '../contract/enumerations.ts'
import type { SessionState } from '../contract/session.ts'
import { AddressBookProvider } from '../display/addresses/book.tsx'
import { ErrorBanner, preloadErrorTexts } from '../display/errors.tsx'
import { useKeys } from '../display/keys.ts'
import { Finder, FinderButton } from '../kits/finder/Finder.tsx'
import { RefreshButton, RefreshProvider } from '../list/refresh.tsx'
import { AppShell } from '../ui/AppShell.tsx'
import { LazyDialog } from '../ui/dialogs.tsx'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Fetched, lazyComponent, painted } from '../ui/lazy.tsx'
import { useFollowHref } from '../ui/links.tsx'
import { stepRow } from '../ui/row-focus.ts'
import { navigation } from '../url/pages.ts'
import { endedSession, signInHref, signInPath } from '../url/sign-in.ts'
import styles from './app.module.css'
import type { SheetName } from './FrameSheet.tsx'
import { groupsWith, openGroups, product } from './navigation.tsx'
import { ReaderMenu } from './ReaderMenu.tsx'
import { useIdleSignOut, useSignOut } from './use-session.ts'

const FrameSheet = lazyComponent(() => import('./FrameSheet.tsx')).View
const bell = lazyComponent(async () => ({ default: (await import('./frame-status.tsx')).FrameBell }))
const foot = lazyComponent(async () => ({ default: (await import('./frame-status.tsx')).FrameFoot }))
const bar = lazyComponent(async () => ({ default: (await import('./frame-status.tsx')).PackBar }))

/** The frame of every page. Without a session it leads to the sign-in page and back, except from pages that need none. */
export function Shell() {
  const session = useSession()
  const location = useLocation()
  const next = useNavigation().location
  const state = session.data
  const reader = useReader()
  const [lastReader, setLastReader] = useState(reader)
  if (reader !== null && reader !== lastReader) setLastReader(reader)
  useEffect(() => void painted().then(preloadErrorTexts), [])
  const needsNone = openGroups.some(({ items }) => items.some(({ to }) => to === location.pathname))
  if (state?.signedIn) return <Frame reader={state} />
  if (needsNone && (state || session.isError)) return <Frame reader={null} />
  // Whoever signs out is on the way already.
  if (state && next?.pathname === signInPath) return null
  if (state) return <Navigate to={signInHref(location)} replace state={endedSession(lastReader)} />
  return session.error ? (
    <main className={styles.message}>
      <ErrorBanner error={session.error} onRetry={() => void session.refetch()} />
    </main>
  ) : null
}

/** `reader` is null without a session. */
function Frame({ reader }: { reader: SessionState | null }) {
  const { pathname } = useLocation()
  const follow = useFollowHref()
  const [asked, setAsked] = useState<SheetName | null>(null)
  const signOutOptions = useSignOut()
  const attendance = useIdleSignOut(reader ?? undefined)
  const pack = useOpenPack()
  const inFlight = useInFlight()
  const [told, setNews] = useState(0)
  const news = reader && !pack ? told : 0
  useKeys({
    '?': () => setAsked('keys'),
    j: () => stepRow(1),
    k: () => stepRow(-1),
    ...Object.fromEntries(navigation.map(({ key, path }) => [key, () => follow(path)])),
  })
  const isOver = asked === 'everywhere' && !reader
  const hasFailed = signOutOptions.retry !== null && reader !== null
  const sheet = hasFailed ? 'failed' : attendance.isLeaving ? 'idle' : isOver ? null : asked
  // Closing a question means staying signed in.
  const close = hasFailed
    ? signOutOptions.forget
    : attendance.isLeaving
      ? attendance.stay
      : () => setAsked(null)
  const page = (
    // Another record is another page, even where the same component draws it.
    <Suspense key={pathname}>
      <Outlet />
    </Suspense>
  )
  const finderActions = reader && {
    onShowKeys: () => setAsked('keys'),
    onSignOut: !reader.fixedKey ? signOutOptions.leave : null,
  }
  return (
    <RefreshProvider>
      <Finder frame={finderActions}>
        <AppShell
          product={product}
          refresh={reader && !pack && <RefreshButton />}
          groups={reader ? groupsWith(inFlight) : openGroups}
          news={news}
          search={reader && <FinderButton />}
          bell={
            reader &&
            !pack && (
              // What is missing says so once, at the foot.
              <Fetched view={bell} around={() => null}>
                <bell.View onNumber={setNews} />
              </Fetched>
            )
          }
          footer={
            <>
              {reader && !pack && (
                <div className={classes(layout.stack, layout.small, styles.foot)}>
                  <Fetched view={foot}>
                    <foot.View />
                  </Fetched>
                </div>
              )}
              <ReaderMenu state={reader} signOutOptions={signOutOptions} onShow={setAsked} />
            </>
          }
        >
          {reader && pack && (
            <Fetched view={bar}>
              <bar.View pack={pack} />
            </Fetched>
          )}
          {reader ? <AddressBookProvider>{page}</AddressBookProvider> : page}
          {sheet && (
            <LazyDialog onClose={close}>
              <FrameSheet
                shown={sheet}
                state={reader}
                signOutOptions={signOutOptions}
                attendance={attendance}
                onClose={close}
              />
            </LazyDialog>
          )}
        </AppShell>
      </Finder>
    </RefreshProvider>
  )
}

function useInFlight(): number | undefined {
  const isKept = typeof useRevision()?.revision === 'string'
  const isOfPack = useOpenPack() !== null
  const { data } = useSums({ status: openStatuses }, [], { enabled: isKept || isOfPack })
  return data?.totals.reduce((sum, { count }) => sum + count, 0)
}
