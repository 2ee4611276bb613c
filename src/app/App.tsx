import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import {
  BrowserRouter,
  type Location,
  Navigate,
  type RouteObject,
  useLocation,
  useNavigationType,
  useRoutes,
} from 'react-router-dom'
import { pageBase } from '../api/open-pack.ts'
import { lazyComponent, preloadChunk } from '../ui/lazy.tsx'
import { VisitKind } from '../ui/page.tsx'
import { reviewHref } from '../url/hrefs.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { loadPageAt, pageRoutes, readAhead } from './pages.ts'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session.ts'

const SignInPage = lazyComponent(() => import('./SignInPage.tsx')).View
const NotFoundPage = lazyComponent(() => import('./NotFoundPage.tsx')).View

const routes: RouteObject[] = [
  { path: '/sign-in', Component: SignInPage },
  // Former addresses.
  { path: '/whitelists/hygiene', element: <Navigate to={reviewHref()} replace /> },
  { Component: Shell, children: [...pageRoutes, { path: '*', Component: NotFoundPage }] },
]

export function App({ client }: { client: QueryClient }) {
  return (
    <CrashBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter basename={pageBase || '/'} useTransitions={false}>
          <Pages />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}

/**
 * The old page stays until the code and the rows of the new one are there. Within a page a new address is drawn in the event that changed
 * it: a transition would hold its request back.
 */
function Pages() {
  useSessionFollowed()
  useCodeNearby()
  const client = useQueryClient()
  const asked = useLocation()
  const [settled, settle] = useState(asked)
  const isSettled = settled.pathname === asked.pathname
  useLayoutEffect(() => {
    if (!isSettled) readAhead(client, asked.pathname, asked.search)
    startTransition(() => settle(asked))
  }, [client, asked, isSettled])
  return (
    <VisitKind value={useNavigationType()}>
      <Suspense>
        <Page location={isSettled ? asked : settled} />
      </Suspense>
    </VisitKind>
  )
}

const Page = memo(({ location }: { location: Location }) => useRoutes(routes, location))

/**
 * Loads the code of a page when the pointer or the focus comes to a link to it. Its rows wait for the press: the audit log names who read
 * what, and a pointer reads nothing.
 */
function useCodeNearby(): void {
  useEffect(() => {
    const ended = new AbortController()
    const come = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin !== window.location.origin || !link.pathname.startsWith(pageBase)) return
      preloadChunk(() => loadPageAt(link.pathname.slice(pageBase.length) || '/'))
    }
    for (const event of ['pointerover', 'focusin'])
      document.addEventListener(event, come, { passive: true, signal: ended.signal })
    return () => ended.abort()
  }, [])
}
