import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/theme.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { pageBase } from './api/open-pack.ts'
import { createQueryClient } from './api/query-client.ts'
import { sessionOfPage, takeOverFirstRequest } from './api/request.ts'
import { App } from './app/App.tsx'
import { firstPage } from './app/pages.ts'
import { ChunkLoadError } from './ui/lazy.tsx'
import { setPageBase } from './ui/links.tsx'

takeOverFirstRequest()
setPageBase(pageBase)
const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element with the id "root"')
const root = createRoot(element, {
  // The page itself says that a chunk could not be fetched.
  onCaughtError: (error) => error instanceof ChunkLoadError || console.error(error),
})
const client = createQueryClient(sessionOfPage())
void firstPage(client, window.location).then(() =>
  // In slices of a few milliseconds: a page of rows drawn at one go would keep a slow computer from everything else.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  ),
)
