import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, Suspense, startTransition, useLayoutEffect, useMemo, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router-dom'
import { lazyView } from '../ui/lazy.tsx'
import { VisitKind } from '../ui/page.tsx'
import { reviewHref } from '../url/hrefs.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type FirstPage, pages } from './pages.ts'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session.ts'

const SignInPage = lazyView(() => import('./SignInPage.tsx')).View

/** Every address and the page that it shows. The `first` page is there; the others are fetched when they are opened. */
export function App({ client, first }: { client: QueryClient; first: FirstPage | null }) {
  const [views] = useState(() =>
    pages.map((page) => ({
      path: page.path,
      View: page === first?.page ? first.View : lazyView(page.load).View,
    })),
  )
  return (
    <CrashBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter useTransitions={false}>
          <Pages views={views} />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}

/**
 * The page before stays until the next one is there. Within a page a new address is drawn in the event that changed it: a transition would
 * hold its request back.
 */
function Pages({ views }: { views: readonly { readonly path: string; readonly View: ComponentType }[] }) {
  useSessionFollowed()
  const asked = useLocation()
  const [settled, settle] = useState(asked)
  useLayoutEffect(() => startTransition(() => settle(asked)), [asked])
  const location = settled.pathname === asked.pathname ? asked : settled
  // The same element once the address has settled: a page is not rendered again for that.
  const page = useMemo(
    () => (
      <Routes location={location}>
        <Route path="/sign-in" element={<SignInPage />} />
        {/* Where the review was before. */}
        <Route path="/whitelists/hygiene" element={<Navigate to={reviewHref()} replace />} />
        <Route element={<Shell />}>
          {views.map(({ path, View }) => (
            <Route key={path} path={path} element={<View />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    ),
    [location, views],
  )
  return (
    <VisitKind value={useNavigationType()}>
      <Suspense>{page}</Suspense>
    </VisitKind>
  )
}
