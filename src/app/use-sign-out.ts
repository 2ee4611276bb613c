import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { signOut } from '../api/session.ts'
import { askBeforeSigningOut } from '../features/export/jobs/dialog-state.ts'
import { announce } from '../ui/LiveRegion.tsx'

/** The way out of the session; `busy` while it is being ended. */
export function useSignOut(): { leave: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    if (!(await askBeforeSigningOut())) return
    setBusy(true)
    try {
      await signOut()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      announce('Signing out failed. You are still signed in.')
    } finally {
      setBusy(false)
    }
  }
  return { leave: () => void leave(), busy }
}
