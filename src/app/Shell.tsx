import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookUser from 'lucide-react/icons/book-user'
import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import FileCheck from 'lucide-react/icons/file-check'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogIn from 'lucide-react/icons/log-in'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Vault from 'lucide-react/icons/vault'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../api/api-error.ts'
import { useSession } from '../api/hooks.ts'
import { type SessionState, serviceName } from '../contract/session.ts'
import { Palette } from '../features/search/Palette.tsx'
import { PaletteButton } from '../features/search/PaletteButton.tsx'
import { AddressBookProvider } from '../records/addresses/book.tsx'
import { ErrorBanner } from '../records/ErrorBanner.tsx'
import { useKeys } from '../records/keys.ts'
import { Mark } from '../records/Mark.tsx'
import { AppShell, type NavItem } from '../ui/AppShell.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { LazyBoundary, lazyChunk, useFetched } from '../ui/LazyBoundary.tsx'
import { focusRowStop } from '../ui/row-focus.ts'
import { useStableCallback } from '../ui/use-stable.ts'
import { type NavigationPath, namedPages, navigation } from '../url/pages.ts'
import { signInHref } from '../url/sign-in.ts'
import { workIn } from '../work/work.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { RailFooter } from './RailFooter.tsx'
import styles from './Shell.module.css'
import { useAttendance } from './use-attendance.ts'
import { useSignOut } from './use-sign-out.ts'
import workerUrl from './worker.ts?worker&url'

workIn(workerUrl)

// Few visits ask for the keys.
const KeyboardHelp = lazy(lazyChunk(() => import('./KeyboardHelp.tsx')))
const AccountSheet = lazy(lazyChunk(() => import('./AccountSheet.tsx')))
const loadTray = lazyChunk(() => import('../work/WorkTray.tsx'))
const SessionQuestion = lazy(lazyChunk(() => import('./SessionQuestion.tsx')))

const icons: Readonly<Record<NavigationPath, ReactNode>> = {
  '/': <LayoutDashboard aria-hidden />,
  '/transactions': <ArrowLeftRight aria-hidden />,
  '/balances': <Scale aria-hidden />,
  '/vaults': <Vault aria-hidden />,
  '/whitelists': <BookUser aria-hidden />,
  '/statements': <ScrollText aria-hidden />,
  '/reconciliation': <ClipboardCheck aria-hidden />,
  '/check': <ShieldCheck aria-hidden />,
  '/verify': <FileCheck aria-hidden />,
}

const items: readonly NavItem[] = navigation.map(({ path, label }) => ({
  to: path,
  label,
  icon: icons[path],
}))

/** What there is without a session: checking a file asks nothing of the service. */
const openItems: readonly NavItem[] = [
  ...items.filter(({ to }) => to === '/verify'),
  {
    to: signInHref({ pathname: '/verify', search: '', hash: '' }),
    label: 'Sign in',
    icon: <LogIn aria-hidden />,
  },
]

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
  const showKeys = useStableCallback(() => setKeysShown(true))
  const switchAccount = useStableCallback(() => setSwitching(true))
  const askEverywhere = useStableCallback(() => setLeavingEverywhere(true))
  useKeys({
    'Mod+k': () => setSearching(entered),
    '?': showKeys,
    // From anywhere on the page to where the reader was; once a row has the focus the table itself moves it.
    j: () => focusRowStop(document),
    k: () => focusRowStop(document),
    ...Object.fromEntries(namedPages.map(({ key, path }) => [key, () => void navigate(path)])),
  })
  if (state?.signedIn && !entered) setEntered(true)
  const footerOf = (shown: SessionState | null) => (
    <RailFooter
      state={shown}
      onShowKeys={showKeys}
      onSwitch={switchAccount}
      onLeaveEverywhere={askEverywhere}
    />
  )
  const page = (
    <CrashBoundary path={location.pathname}>
      <Suspense>
        <Outlet />
      </Suspense>
    </CrashBoundary>
  )
  const isOpen = openItems.some(({ to }) => to === location.pathname)
  if (isOpen && !entered && (state ? !state.signedIn : session.isError))
    return (
      <AppShell
        product={product}
        service={state && readFrom(state)}
        items={openItems}
        search={null}
        footer={footerOf(null)}
      >
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
      service={readFrom(state)}
      items={items}
      search={<PaletteButton onOpen={() => setSearching(true)} />}
      footer={footerOf(state)}
    >
      <AddressBookProvider>{page}</AddressBookProvider>
      {Tray && <Tray />}
      {searching && (
        <Palette
          onShowKeys={showKeys}
          onSignOut={state.fixedKey ? null : leave}
          onSignOutEverywhere={state.fixedKey ? null : askEverywhere}
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

const product = (
  <span className={styles.product}>
    <Mark />
    Custody Console
  </span>
)

function readFrom({ service, person, accountId }: SessionState): string {
  const name = serviceName(service).replace(/^https?:\/\//, '')
  const account = person?.account ?? accountId
  return account ? `${name} · ${account}` : name
}
