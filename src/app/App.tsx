import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { memo, Suspense, startTransition, useLayoutEffect, useState } from 'react'
import {
  BrowserRouter,
  type Location,
  Navigate,
  type RouteObject,
  useLocation,
  useNavigationType,
  useRoutes,
} from 'react-router-dom'
import { lazyView } from '../ui/lazy.tsx'
import { VisitKind } from '../ui/page.tsx'
import { reviewHref } from '../url/hrefs.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type FirstPage, pages } from './pages.ts'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session.ts'

const SignInPage = lazyView(() => import('./SignInPage.tsx')).View

export function App({ client, first }: { client: QueryClient; first: FirstPage | null }) {
  const [routes] = useState(() => routesFrom(first))
  return (
    <CrashBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter useTransitions={false}>
          <Pages routes={routes} />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}

/** Every address and the page that it shows. The `first` page is there; the others are fetched when they are opened. */
function routesFrom(first: FirstPage | null): RouteObject[] {
  return [
    { path: '/sign-in', Component: SignInPage },
    // Where the review was before.
    { path: '/whitelists/hygiene', element: <Navigate to={reviewHref()} replace /> },
    {
      Component: Shell,
      children: [
        ...pages.map((page) => ({
          path: page.path,
          Component: page === first?.page ? first.View : lazyView(page.load).View,
        })),
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]
}

/**
 * The page before stays until the next one is there. Within a page a new address is drawn in the event that changed it: a transition would
 * hold its request back.
 */
function Pages({ routes }: { routes: RouteObject[] }) {
  useSessionFollowed()
  const asked = useLocation()
  const [settled, settle] = useState(asked)
  useLayoutEffect(() => startTransition(() => settle(asked)), [asked])
  return (
    <VisitKind value={useNavigationType()}>
      <Suspense>
        <Page routes={routes} location={settled.pathname === asked.pathname ? asked : settled} />
      </Suspense>
    </VisitKind>
  )
}

/** Not rendered again once the address has settled. */
const Page = memo(({ routes, location }: { routes: RouteObject[]; location: Location }) =>
  useRoutes(routes, location),
)
