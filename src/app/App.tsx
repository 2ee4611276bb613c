import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useContext, useDeferredValue, useState } from 'react'
import {
  BrowserRouter,
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  Route,
  Routes,
} from 'react-router-dom'
import { lazyChunk } from '../ui/lazy.tsx'
import { reviewHref } from '../url/hrefs.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { type FirstPage, pages } from './pages.ts'
import { Shell } from './Shell.tsx'
import { useSessionFollowed } from './use-session.ts'

const SignInPage = lazy(lazyChunk(() => import('./SignInPage.tsx')))

/** The whole console: every address and the page that it shows. The `first` page is there; the others are fetched when they are opened. */
export function App({ client, first }: { client: QueryClient; first: FirstPage | null }) {
  const [views] = useState(() =>
    pages.map((page) => ({
      path: page.path,
      View: page === first?.page ? first.View : lazy(lazyChunk(page.load)),
    })),
  )
  return (
    <CrashBoundary around={(message) => <main>{message}</main>}>
      <QueryClientProvider client={client}>
        <BrowserRouter useTransitions={false}>
          <SessionFollowed />
          <OnceThere>
            <Suspense>
              <Routes>
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
            </Suspense>
          </OnceThere>
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  )
}

/**
 * The page before stays until the next one is there. Within a page an address is drawn at once, in the very event that changed it: as a
 * transition, what is asked for would wait for frames in between, and so would the request for it. (`Routes` would take a location too, but
 * then takes every visit for a step back.)
 */
function OnceThere({ children }: { children: ReactNode }) {
  const asked = useContext(LocationContext)
  const settled = useDeferredValue(asked)
  const shown = settled.location.pathname === asked.location.pathname ? asked : settled
  return <LocationContext value={shown}>{children}</LocationContext>
}

function SessionFollowed() {
  useSessionFollowed()
  return null
}
