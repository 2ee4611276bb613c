import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSession } from '../api/hooks.ts'
import { followTabs } from '../api/session.ts'
import { signedOut, signInPath } from '../url/sign-in.ts'
import { forgetKeptBooks } from '../work/last-reading.ts'
import { forgetWork } from '../work/work.ts'

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
    window.addEventListener('pagehide', hide)
    window.addEventListener('pageshow', show)
    return () => {
      window.removeEventListener('pagehide', hide)
      window.removeEventListener('pageshow', show)
    }
  }, [client])
}
