import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { signOut } from '../api/session.ts'
import { announce } from '../ui/inline.tsx'
import { askBeforeSigningOut } from '../work/work.ts'

/** The ways out of the session, and of every other one of the same key and account; `busy` while it is being ended. */
export function useSignOut(): { leave: () => void; leaveEverywhere: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const leave = async (everywhere: boolean) => {
    if (!(await askBeforeSigningOut())) return
    setBusy(true)
    try {
      const leaveAt = await signOut({ everywhere })
      // Otherwise the provider would sign them in again without a question.
      if (leaveAt !== null) window.location.assign(leaveAt)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      announce('Signing out failed. You are still signed in.')
    } finally {
      setBusy(false)
    }
  }
  return { leave: () => void leave(false), leaveEverywhere: () => void leave(true), busy }
}
