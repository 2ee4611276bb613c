import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './pages/App.tsx'
import { PartNotFetched } from './ui/Fetched.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
createRoot(root, {
  // A part that cannot be fetched is no defect, and the page says so.
  onCaughtError: (error) => error instanceof PartNotFetched || console.error(error),
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
