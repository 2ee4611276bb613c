/** The session that is open in this browser: who stays, who leaves, and what other tabs did. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../api/api-error.ts'
import { useSession } from '../api/hooks.ts'
import { noteAct } from '../api/request.ts'
import { followTabs, sessionQuery, signOut, warnedSeconds } from '../api/session.ts'
import type { SessionState } from '../contract/session.ts'
import { announce } from '../ui/inline.tsx'
import { signedOut, signInPath } from '../url/sign-in.ts'
import { forgetKeptBooks } from '../work/last-reading.ts'
import { askBeforeSigningOut, forgetWork } from '../work/work.ts'

/** Keeps what this tab shows to the session as it is: when somebody signs in or out in any tab, and when Back shows the page again. */
export function useSessionFollowed(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leave = useEffectEvent(() => {
    forgetWork()
    if (pathname !== signInPath) void navigate(signInPath, { state: signedOut })
  })
  useEffect(() => followTabs(client, leave), [client])
  const isSignedOut = useSession().data?.signedIn === false
  useEffect(() => {
    if (isSignedOut) forgetKeptBooks()
  }, [isSignedOut])
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    // A browser may keep a page that is left, rows and all, and show it again long after its session.
    const hide = ({ persisted }: PageTransitionEvent) => {
      if (persisted) document.documentElement.hidden = true
    }
    const show = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      void client.resetQueries()
      // Once that is drawn: the queries tell their readers by a timer as well, which was set before.
      setTimeout(() => {
        document.documentElement.hidden = false
      })
    }
    window.addEventListener('pagehide', hide, { signal })
    window.addEventListener('pageshow', show, { signal })
    return () => ended.abort()
  }, [client])
}

/** The ways out of the session, and of every other one of the same key and account; `busy` while it is being ended. */
export function useSignOut() {
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

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Tells the gateway, at most once a minute, that somebody is here, also where nothing is read. Once the session is about to end for want of
 * that, `isLeaving` asks for an answer instead, and `stay` gives it.
 */
export function useAttendance(state: SessionState | undefined) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const left = state?.signedIn ? state.idleSeconds : null
  const isLeaving = left !== null && left <= warnedSeconds
  const tell = () => client.refetchQueries({ queryKey: sessionQuery.queryKey })
  const acted = useEffectEvent(() => {
    if (noteAct()) void tell()
  })
  useEffect(() => {
    if (isLeaving) return
    const ended = new AbortController()
    for (const act of acts)
      window.addEventListener(act, () => acted(), { signal: ended.signal, passive: true, capture: true })
    return () => ended.abort()
  }, [isLeaving])
  const stay = async () => {
    noteAct()
    setBusy(true)
    await tell()
    setBusy(false)
  }
  return { isLeaving, busy, stay: () => void stay() }
}
