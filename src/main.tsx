import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeOverFirstRequest } from './api/first-answer.ts'
import { App } from './app/App.tsx'
import { ChunkLoadError } from './ui/LazyBoundary.tsx'

takeOverFirstRequest()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
createRoot(root, {
  // A part that cannot be fetched is no defect, and the page says so.
  onCaughtError: (error) => error instanceof ChunkLoadError || console.error(error),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
