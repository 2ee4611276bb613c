import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { pageBase } from './api/open-pack.ts'
import { createQueryClient } from './api/query-client.ts'
import { notePreloaded, sessionOfPage } from './api/request.ts'
import { consoleRoutes, preloadNearby } from './app/routes.tsx'
import { ChunkLoadError } from './ui/lazy.tsx'
import { setPageBase } from './ui/links.tsx'

notePreloaded()
setPageBase(pageBase)
const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id "root"')
const client = createQueryClient(sessionOfPage())
const routes = consoleRoutes(client)
preloadNearby(routes)
const router = createBrowserRouter(routes, { basename: pageBase || '/' })
const root = createRoot(element, {
  // The page itself says that a chunk could not be fetched.
  onCaughtError: (error) => error instanceof ChunkLoadError || console.error(error),
})

function draw(): void {
  // In slices of a few milliseconds: a page of rows drawn at one go would keep a slow computer from everything else.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          {/* Within a page a new address is drawn in the event that changed it: a transition would hold its request back. */}
          <RouterProvider router={router} useTransitions={false} onError={saidAlready} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** React has reported it. */
function saidAlready(): void {}

// The frame that came with the page stays until the page is there.
if (router.state.initialized) draw()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    draw()
  })
}
