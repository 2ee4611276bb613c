import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { recordActivity } from '../api/request.ts'
import { useRevisionKept } from '../api/revision.ts'
import {
  followTabs,
  sessionQuery,
  signOut,
  useSession,
  useSessionKept,
  warnedSeconds,
} from '../api/session.ts'
import { ApiError } from '../contract/api-error.ts'
import type { SessionState } from '../contract/session.ts'
import { usePreferences } from '../display/preferences.ts'
import { signedOut, signInPath } from '../url/sign-in.ts'

/** Keeps this tab in step with the session: when somebody signs in or out in any tab, and when Back shows the page again. */
export function useSessionFollowed(): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const leave = useEffectEvent(() => {
    if (pathname !== signInPath) void navigate(signInPath, { state: signedOut })
  })
  useSessionKept()
  useRevisionKept(usePreferences().live)
  useEffect(() => followTabs(client, leave), [client])
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    // The back/forward cache may show a page again long after its session has ended.
    const hide = ({ persisted }: PageTransitionEvent) => {
      if (persisted) document.documentElement.hidden = true
    }
    const show = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      void client.resetQueries()
      // Queries notify by a timer too; this one runs after theirs.
      setTimeout(() => {
        document.documentElement.hidden = false
      })
    }
    window.addEventListener('pagehide', hide, { signal })
    window.addEventListener('pageshow', show, { signal })
    return () => ended.abort()
  }, [client])
}

export function useSignOut() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<(() => void) | null>(null)
  const leave = async (everywhere: boolean) => {
    setBusy(true)
    setFailed(null)
    try {
      const leaveAt = await signOut({ everywhere })
      // Otherwise the provider would sign the reader in again without asking.
      if (leaveAt !== null) window.location.assign(leaveAt)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // The session may have ended even if the answer was lost.
      await client.refetchQueries({ queryKey: sessionQuery.queryKey })
      setFailed(() => () => void leave(everywhere))
    } finally {
      setBusy(false)
    }
  }
  return {
    leave: () => void leave(false),
    leaveEverywhere: () => void leave(true),
    busy,
    /** Tries again; null unless signing out has failed. */
    retry: failed,
    forget: () => setFailed(null),
  }
}

/**
 * Tells the gateway, at most once a minute, that somebody is here, even if nothing is read. Shortly before an idle session ends, `isLeaving`
 * asks for an answer instead, which `stay` gives.
 */
export function useIdleSignOut(state: SessionState | undefined) {
  const client = useQueryClient()
  const { error } = useSession()
  const [busy, setBusy] = useState(false)
  const left = state?.signedIn ? state.idleSeconds : null
  const isLeaving = left !== null && left <= warnedSeconds
  const tell = () => client.refetchQueries({ queryKey: sessionQuery.queryKey })
  const acted = useEffectEvent(() => {
    if (recordActivity()) void tell()
  })
  useEffect(() => {
    if (isLeaving) return
    const ended = new AbortController()
    for (const act of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
      window.addEventListener(act, () => acted(), { signal: ended.signal, passive: true, capture: true })
    return () => ended.abort()
  }, [isLeaving])
  const stay = async () => {
    recordActivity()
    setBusy(true)
    await tell()
    setBusy(false)
  }
  return { isLeaving, busy, stay: () => void stay(), error }
}
